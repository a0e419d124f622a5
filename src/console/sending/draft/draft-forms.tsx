import { mutationOf } from '../../../documents/typed-document.ts';
import { form } from '../../frame/screen.ts';
import { noteOf } from '../../parts/pieces.tsx';
import { previewForm } from './draft-check.ts';
import { checkedFields, type DraftInput, messageInput } from './draft-fields.ts';

const sendGroupForm = form({
  document: mutationOf('sendToGroup'),
  variables: ({ group = '', campaign = '', subject, body }: DraftInput) => ({
    input: { group, campaign, subject: subject ?? null, body: body ?? null },
  }),
  fields: checkedFields,
  submit: (words) => words.sending.draft.confirm,
  notice: (words) => words.sending.draft.started,
  beside: 'preview',
  done: ({ sendToGroup }) => `/sending/jobs/${sendToGroup.id}`,
});

const sendMessageDocument = mutationOf('sendMessage', 'message { id address }');

const sendOneForm = form({
  document: sendMessageDocument,
  variables: (input: DraftInput) => ({ input: messageInput(input) }),
  fields: checkedFields,
  submit: (words) => words.sending.draft.sendOne,
  notice: (words) => words.sending.draft.sentOne,
  beside: 'preview',
  done: ({ sendMessage }) => `/sending/messages/${sendMessage.message.id}`,
});

/** Sends the draft to the person who writes it. Omits the name, because the text may have no placeholder for it. */
const testForm = form({
  document: sendMessageDocument,
  variables: ({ address: _, firstName: __, lastName: ___, ...input }: DraftInput) => ({
    input: messageInput(input),
  }),
  fields: checkedFields,
  submit: (words) => words.sending.draft.test,
  keeps: true,
  beside: 'preview',
  show: ({ sendMessage: { message } }, page) => {
    const { draft } = page.words.sending;
    const place = page.to(`/sending/messages/${message.id}`);
    return noteOf('good', [`${draft.testSent(message.address)} `, <a href={place}>{draft.seeMessage}</a>]);
  },
});

/** All forms of a draft have the same fields, so each of them keeps what was typed. */
export const draftForms = { preview: previewForm, sendGroup: sendGroupForm, sendOne: sendOneForm, test: testForm };
