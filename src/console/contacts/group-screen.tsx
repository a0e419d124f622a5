import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql } from '../../documents/typed-document.ts';
import { fullName } from '../../kernel/values/blank.ts';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { filtersOf } from '../parts/filters.tsx';
import { foldedFormOf, formOf } from '../parts/form.tsx';
import { headingOf, momentOf, statusOf } from '../parts/pieces.tsx';
import { type Column, emptyOf, pagingOf, tableOf } from '../parts/table.tsx';
import { rareFieldsOf } from './contact-fields.ts';
import { groupTabs } from './contacts-tabs.ts';
import { addEmail, addPhone, deleteGroup, exportGroup, removeContact, renameGroup } from './group-forms.ts';

const document = graphql(`
  query ConsoleContacts($group: ID!, $first: Int, $after: String, $beginning: String) {
    contactGroup(id: $group) { id name channel contacts }
    contacts(group: $group, first: $first, after: $after, filter: { beginning: $beginning }) {
      nodes { id email phone firstName lastName unsubscribedAt createdAt }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Data = ResultOf<typeof document>;
type Contact = Data['contacts']['nodes'][number];

export const groupScreen = screen({
  path: '/contacts/:group',
  scope: 'READ',
  document,
  variables: (page) => ({
    group: page.params.group ?? '',
    first: 50,
    after: page.query('after'),
    beginning: page.query('search'),
  }),
  title: ({ contactGroup }) => contactGroup.name,
  forms: { addEmail, addPhone, remove: removeContact, rename: renameGroup, delete: deleteGroup, export: exportGroup },
  view: ({ contactGroup: group, contacts: { nodes, pageInfo } }, page) => {
    const { group: words, channels } = page.words.contacts;
    return [
      headingOf(
        [group.name, ' ', statusOf(channels[group.channel]), ' ', statusOf(words.size(page.number(group.contacts)))],
        group.contacts > 0 && formOf(page, 'export', { quiet: true }),
      ),
      groupTabs(page, group),
      filtersOf(page, [{ name: 'search', label: words.search, kind: 'search' }]),
      tableOf({
        caption: group.name,
        rows: nodes,
        empty: page.query('search') ? emptyOf(words.noMatch) : emptyOf(words.empty, words.emptyAdvice),
        columns: columnsOf(page, group),
      }),
      pagingOf(page, pageInfo),
      changesOf(page, group),
    ];
  },
});

function columnsOf(page: Page, group: Data['contactGroup']): (Column<Contact> | false)[] {
  const { group: words } = page.words.contacts;
  const addressOf = ({ email, phone }: Contact) => email ?? phone ?? '';
  return [
    { name: words.address[group.channel], cell: addressOf },
    { name: words.name, cell: (contact) => fullName(contact) || '–' },
    { name: words.state, cell: ({ unsubscribedAt }) => stateOf(page, unsubscribedAt) },
    { name: words.added, cell: ({ createdAt }) => momentOf(page, createdAt) },
    page.may('WRITE') && {
      name: words.edit,
      cell: (contact) => {
        const { id } = contact;
        const href = page.to(`/contacts/${group.id}/${id}`);
        return (
          <div class="actions">
            <a href={href} aria-label={words.editOf(addressOf(contact))}>
              {words.edit}
            </a>
            {formOf(page, 'remove', {
              key: id,
              values: { contact: id },
              quiet: true,
              dangerous: true,
              label: words.removeOf(addressOf(contact)),
            })}
          </div>
        );
      },
    },
  ];
}

function stateOf(page: Page, unsubscribedAt: string | null): ComponentChildren {
  const { reachable, optedOut } = page.words.contacts.group;
  return unsubscribedAt ? statusOf(optedOut(page.day(unsubscribedAt)), 'warn') : statusOf(reachable, 'good');
}

function changesOf(page: Page, { channel, contacts, name }: Data['contactGroup']): ComponentChildren {
  const { group: words } = page.words.contacts;
  const add = channel === 'EMAIL' ? 'addEmail' : 'addPhone';
  const groups = [{ legend: words.more, fields: rareFieldsOf[channel], open: false }];
  return [
    foldedFormOf(page, add, { summary: words.add, text: words.addHint, open: contacts === 0, groups }),
    foldedFormOf(page, 'rename', { summary: words.rename, values: { name } }),
    foldedFormOf(page, 'delete', { summary: words.delete, text: words.deleteHint, dangerous: true }),
  ];
}
