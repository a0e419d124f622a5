import { graphql } from '../../../documents/typed-document.ts';
import { form } from '../../frame/screen.ts';
import { previewForm } from './draft-check.ts';
import { checkedFields, type DraftInput, messageInput } from './draft-fields.ts';

const sendGroupForm = form({
  scope: 'SEND',
  document: graphql(`
    mutation ConsoleSendToGroup($input: SendToGroupInput!) {
      sendToGroup(input: $input) {
        id
      }
    }
  `),
  variables: ({ group = '', campaign = '', subject, body }: DraftInput) => ({
    input: { group, campaign, subject: subject ?? null, body: body ?? null },
  }),
  fields: checkedFields,
  submit: (words) => words.sending.draft.confirm,
  doneWords: (words) => words.sending.draft.started,
  beside: 'preview',
  done: ({ sendToGroup }) => `/sending/jobs/${sendToGroup.id}`,
});

const sendMessageDocument = graphql(`
  mutation ConsoleSendMessage($input: SendMessageInput!) {
    sendMessage(input: $input) {
      message {
        id
        address
      }
    }
  }
`);

const sendOneForm = form({
  scope: 'SEND',
  document: sendMessageDocument,
  variables: (input: DraftInput) => ({ input: messageInput(input) }),
  fields: checkedFields,
  submit: (words) => words.sending.draft.sendOne,
  doneWords: (words) => words.sending.draft.sentOne,
  beside: 'preview',
  done: ({ sendMessage }) => `/sending/messages/${sendMessage.message.id}`,
});

/** Sends the draft to the person who writes it. Nobody's name is given, because the text may have no place for it. */
const testForm = form({
  scope: 'SEND',
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
    return (
      <p class="note good" role="status">
        {`${draft.testSent(message.address)} `}
        <a href={place}>{draft.seeMessage}</a>
      </p>
    );
  },
});

/** The forms of a draft. All have the same fields, so what was typed stays whichever of them was sent. */
export const draftForms = { preview: previewForm, sendGroup: sendGroupForm, sendOne: sendOneForm, test: testForm };
