import { connectionOf, mutationOf } from '../../documents/typed-document.ts';
import { labelled } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { filtersOf } from '../parts/filters.tsx';
import { foldedFormOf, formOf } from '../parts/form.tsx';
import { headingOf, momentOf } from '../parts/pieces.tsx';
import { emptyOf, pagingOf, tableOf } from '../parts/table.tsx';
import { areaTabs } from './contacts-tabs.ts';

const addOptOut = form({
  document: mutationOf('optOut'),
  fields: labelled(({ contacts }) => contacts.optOut)({
    channel: { kind: 'select', required: true, options: ({ contacts }) => Object.entries(contacts.channels) },
    address: { kind: 'text', required: true, maxLength: 254 },
  }),
  submit: ({ contacts }) => contacts.optOut.addButton,
  notice: ({ contacts }) => contacts.optOut.added,
});

const removeOptOut = form({
  document: mutationOf('removeOptOut'),
  fields: { channel: { kind: 'hidden' }, address: { kind: 'hidden' } },
  submit: ({ contacts }) => contacts.optOut.remove,
  notice: ({ contacts }) => contacts.optOut.removed,
});

export const optOutsScreen = screen({
  path: '/contacts/opt-outs',
  scope: 'READ',
  document: connectionOf('optOuts', 'OptOutFilter', 'id channel address reason createdAt'),
  variables: (page) => ({
    after: page.query('after'),
    filter: { beginning: page.query('search'), channel: channelOf(page) },
  }),
  title: (_, { words }) => words.contacts.optOuts,
  forms: { add: addOptOut, remove: removeOptOut },
  view: ({ optOuts: { nodes, pageInfo } }, page) => {
    const { optOuts: title, optOut: words, channels } = page.words.contacts;
    const isFiltered = page.query('search') !== null || page.query('channel') !== null;
    return [
      headingOf(title),
      areaTabs(page),
      <p class="soft">
        {words.lead}
        {page.may('WRITE') && ` ${words.removeHint}`}
      </p>,
      filtersOf(page, [
        { name: 'search', label: words.search, kind: 'search' },
        { name: 'channel', label: words.channel, kind: 'select', options: channels },
      ]),
      tableOf({
        caption: title,
        rows: nodes,
        empty: isFiltered ? emptyOf(words.noMatch) : emptyOf(words.empty, words.emptyAdvice),
        columns: [
          {
            name: words.address,
            cell: ({ address }) => (isErased(address) ? <span class="soft">{words.erased}</span> : address),
          },
          { name: words.channel, cell: ({ channel }) => channels[channel] },
          { name: words.reason, cell: ({ reason }) => words.reasons[reason] },
          { name: words.since, cell: ({ createdAt }) => momentOf(page, createdAt) },
          page.may('WRITE') && {
            name: words.remove,
            cell: ({ id, channel, address }) =>
              !isErased(address) &&
              formOf(page, 'remove', {
                key: id,
                values: { channel, address },
                quiet: true,
                label: words.removeOf(address),
              }),
          },
        ],
      }),
      pagingOf(page, pageInfo),
      foldedFormOf(page, 'add', { summary: words.add }),
    ];
  },
});

function channelOf(page: Page): 'EMAIL' | 'SMS' | null {
  const channel = page.query('channel');
  return channel === 'EMAIL' || channel === 'SMS' ? channel : null;
}

/** Whether an address was erased: `erasePersonalData` leaves only a keyed hash. */
function isErased(address: string): boolean {
  return address.startsWith('#');
}
