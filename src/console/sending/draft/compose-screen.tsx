import { graphql, mutationOf } from '../../../documents/typed-document.ts';
import type { Page } from '../../frame/page.ts';
import { form, screen } from '../../frame/screen.ts';
import { filtersOf, searchedText } from '../../parts/filters.tsx';
import { formOf } from '../../parts/form.tsx';
import { emptyOf, headingOf, noteOf } from '../../parts/pieces.tsx';
import {
  type Choices,
  campaignsOf,
  checkedFields,
  type DraftInput,
  draftFields,
  messageInput,
  previewDocument,
  previewVariables,
} from './draft-fields.ts';
import { previewOf } from './draft-view.tsx';

/** The fields at which the form says that what was chosen is gone. */
const goneAt = {
  ...{ COUPON_NOT_FOUND: 'campaign', LOYALTY_CARD_NOT_FOUND: 'campaign', DIRECTORY_NOT_FOUND: 'campaign' },
  CONTACT_GROUP_NOT_FOUND: 'group',
};

/** Shows the message and whom it reaches. The next step sends it. */
const previewForm = form(previewDocument, {
  variables: previewVariables,
  fields: draftFields,
  problemsAt: goneAt,
  submit: (words) => words.sending.draft.preview,
  keeps: true,
  show: previewOf,
});

const sendGroupForm = form(mutationOf('sendToGroup'), {
  variables: ({ group = '', campaign = '', subject, body }: DraftInput) => ({
    input: { group, campaign, subject: subject ?? null, body: body ?? null },
  }),
  fields: checkedFields,
  problemsAt: goneAt,
  says: (words) => [words.sending.draft.confirm, words.sending.draft.started],
  beside: 'preview',
  done: ({ sendToGroup }) => `/sending/jobs/${sendToGroup.id}`,
});

const sendMessageDocument = mutationOf('sendMessage', 'message { id address }');

const sendOneForm = form(sendMessageDocument, {
  variables: (input: DraftInput) => ({ input: messageInput(input) }),
  fields: checkedFields,
  problemsAt: goneAt,
  says: (words) => [words.sending.draft.sendOne, words.sending.draft.sentOne],
  beside: 'preview',
  done: ({ sendMessage }) => `/sending/messages/${sendMessage.message.id}`,
});

/** Sends the draft to the person who writes it. Omits the name, because the text may have no placeholder for it. */
const testForm = form(sendMessageDocument, {
  variables: ({ address: _, firstName: __, lastName: ___, ...input }: DraftInput) => ({
    input: messageInput(input),
  }),
  fields: checkedFields,
  problemsAt: goneAt,
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
const draftForms = { preview: previewForm, sendGroup: sendGroupForm, sendOne: sendOneForm, test: testForm };

const idOfCampaign = /^(cam|loy|dir)_[0-9a-z]{12}$/;

export const composeScreen = screen({
  path: '/sending/new',
  scope: 'SEND',
  document: graphql(`
    query ConsoleCompose($chosen: ID!, $isChosen: Boolean!, $text: String) {
      coupons(first: 200, filter: { text: $text }) {
        nodes { id name }
        pageInfo { hasNextPage }
      }
      loyaltyCards(first: 100) { nodes { id name } }
      directories(first: 100) { nodes { id name } }
      contactGroups(first: 200) { nodes { id name channel contacts } }
      chosen: node(id: $chosen) @include(if: $isChosen) {
        __typename id
        ... on Coupon { name }
        ... on LoyaltyCard { name }
        ... on Directory { name }
      }
    }
  `),
  variables: (page) => {
    const chosen = page.query('campaign') ?? '';
    return { chosen, isChosen: idOfCampaign.test(chosen), text: searchedText(page, 'find') };
  },
  title: (_, { words }) => words.sending.draft.title,
  forms: draftForms,
  islands: ['live-preview'],
  view: (data, page) => {
    const { sending } = page.words;
    const { draft } = sending;
    const isSearched = page.query('find') !== null;
    if (campaignsOf(data, sending.kinds).length === 0 && !isSearched)
      return [headingOf(draft.title), emptyOf(draft.nothingToSend, draft.nothingToSendAdvice)];
    return [
      headingOf(draft.title),
      (data.coupons.pageInfo.hasNextPage || isSearched) &&
        filtersOf(page, [{ name: 'find', label: draft.find, kind: 'search' }]),
      <div class="beside">
        {writing(data, page)}
        <section id="preview" aria-label={draft.previewTitle} aria-live="polite">
          {result(page)}
        </section>
      </div>,
    ];
  },
});

function writing(data: Choices, page: Page) {
  const { draft } = page.words.sending;
  return formOf(page, 'preview', {
    data,
    also: ['sendGroup', 'sendOne', 'test'],
    values: { campaign: page.query('campaign'), group: page.query('group'), channel: 'EMAIL' },
    groups: [
      { legend: draft.what, fields: ['campaign'], open: true },
      { legend: draft.toWhom, fields: ['group', 'channel', 'address', 'firstName', 'lastName'], open: true },
      { legend: draft.text, fields: ['subject', 'body'], open: true },
    ],
  });
}

/** Shows the result of the last button, the reason why it failed, or what to do first. */
function result({ outcome, beside, attempt, words }: Page) {
  const { draft } = words.sending;
  if (outcome) return [<h2>{draft.previewTitle}</h2>, outcome.content, beside];
  const atFields = [...(attempt?.problems.values() ?? [])].flat();
  const problems = atFields.length > 0 ? atFields : [attempt?.message ?? []].flat();
  if (problems.length > 0) return [noteOf('bad', problems.join(' ')), beside];
  return emptyOf(draft.nothingYet, draft.nothingYetAdvice);
}
