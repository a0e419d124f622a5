import type { ComponentChildren } from 'preact';
import { graphql } from '../../../documents/typed-document.ts';
import type { Page } from '../../frame/page.ts';
import { screen } from '../../frame/screen.ts';
import { filtersOf, searchedText } from '../../parts/filters.tsx';
import { formOf } from '../../parts/form.tsx';
import { headingOf, noteOf } from '../../parts/pieces.tsx';
import { emptyOf } from '../../parts/table.tsx';
import { type Choices, campaignsOf } from './draft-fields.ts';
import { draftForms } from './draft-forms.tsx';

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

function writing(data: Choices, page: Page): ComponentChildren {
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
function result({ outcome, beside, attempt, words }: Page): ComponentChildren {
  const { draft } = words.sending;
  if (outcome) return [<h2>{draft.previewTitle}</h2>, outcome.content, beside];
  const atFields = [...(attempt?.problems.values() ?? [])].flat();
  const problems = atFields.length > 0 ? atFields : [attempt?.message ?? []].flat();
  if (problems.length > 0) return [noteOf('bad', problems.join(' ')), beside];
  return emptyOf(draft.nothingYet, draft.nothingYetAdvice);
}
