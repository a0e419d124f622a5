import type { ResultOf } from 'gql.tada';
import { connectionOf, graphql, mutationOf } from '../../documents/typed-document.ts';
import { Problem } from '../../kernel/problem.ts';
import { fullName } from '../../kernel/values/blank.ts';
import { labelled } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { filtersOf, searchedText } from '../parts/filters.tsx';
import { foldedFormOf, formOf } from '../parts/form.tsx';
import {
  type Column,
  emptyOf,
  headingOf,
  linkButton,
  momentOf,
  pagingOf,
  statusOf,
  tableOf,
} from '../parts/pieces.tsx';
import { areaTabs, groupTabs } from './contacts-tabs.ts';
import {
  addEmail,
  addPhone,
  deleteGroup,
  exportGroup,
  rareFieldsOf,
  removeContact,
  renameGroup,
  saveEmail,
  savePhone,
} from './group-forms.ts';

const document = graphql(`
  query ConsoleContacts($group: ID!, $after: String, $beginning: String) {
    contactGroup(id: $group) { id name channel contacts }
    contacts(group: $group, first: 50, after: $after, filter: { beginning: $beginning }) {
      nodes { id email phone firstName lastName unsubscribedAt createdAt }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Data = ResultOf<typeof document>;
type Contact = Data['contacts']['nodes'][number];

export const groupScreen = screen({
  path: '/contacts/:group',
  document,
  variables: (page) => ({ beginning: page.query('search') }),
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

function stateOf(page: Page, unsubscribedAt: string | null) {
  const { reachable, optedOut } = page.words.contacts.group;
  return unsubscribedAt ? statusOf(optedOut(page.day(unsubscribedAt)), 'warn') : statusOf(reachable, 'good');
}

function changesOf(page: Page, { channel, contacts, name }: Data['contactGroup']) {
  const { group: words } = page.words.contacts;
  const add = channel === 'EMAIL' ? 'addEmail' : 'addPhone';
  const groups = [{ legend: words.more, fields: rareFieldsOf[channel], open: false }];
  return [
    foldedFormOf(page, add, { summary: words.add, text: words.addHint, open: contacts === 0, groups }),
    foldedFormOf(page, 'rename', { summary: words.rename, values: { name } }),
    foldedFormOf(page, 'delete', { summary: words.delete, text: words.deleteHint, dangerous: true }),
  ];
}

const contactDocument = graphql(`
  query ConsoleContact($contact: ID!) {
    node(id: $contact) {
      ... on Contact {
        id groupId email phone firstName lastName birthday unsubscribedAt custom1 custom2 custom3 custom4
        custom5 custom6 custom7 custom8 custom9 custom10
      }
    }
  }
`);

type ShownContact = Extract<ResultOf<typeof contactDocument>['node'], { groupId: string }>;

export const contactScreen = screen({
  path: '/contacts/:group/:contact',
  scope: 'WRITE',
  document: contactDocument,
  title: (data, page) => addressOf(contactOf(data, page)),
  forms: { saveEmail, savePhone, remove: removeContact },
  view: (data, page) => {
    const contact = contactOf(data, page);
    const { contact: words, group } = page.words.contacts;
    const channel = contact.email === null ? 'SMS' : 'EMAIL';
    const groups = [{ legend: group.more, fields: rareFieldsOf[channel], open: true }];
    const optedOut = contact.unsubscribedAt && group.optedOut(page.day(contact.unsubscribedAt));
    return [
      headingOf(
        [addressOf(contact), ' ', optedOut && statusOf(optedOut, 'warn')],
        linkButton(page.to(`/contacts/${contact.groupId}`), words.back, 'quiet'),
        formOf(page, 'remove', { values: { contact: contact.id }, quiet: true, dangerous: true }),
      ),
      formOf(page, channel === 'EMAIL' ? 'saveEmail' : 'savePhone', { values: contact, groups }),
    ];
  },
});

/** Throws `CONTACT_NOT_FOUND` for a contact of another group. */
function contactOf({ node }: ResultOf<typeof contactDocument>, { params }: Page): ShownContact {
  const contact = node as ShownContact | null;
  if (!contact || contact.groupId !== params.group) throw new Problem('CONTACT_NOT_FOUND');
  return contact;
}

function addressOf({ email, phone }: ShownContact): string {
  return email ?? phone ?? '';
}

const addGroup = form(mutationOf('createContactGroup'), {
  fields: labelled(({ contacts }) => contacts.list)({
    name: { kind: 'text', required: true, maxLength: 100 },
    channel: { kind: 'select', required: true, options: ({ contacts }) => Object.entries(contacts.channels) },
  }),
  says: ({ contacts: { list } }) => [list.addButton, list.added],
  done: ({ createContactGroup: { id } }) => `/contacts/${id}`,
  problemsAt: { NO_EMAIL_SERVICE: 'channel', NO_SMS_SERVICE: 'channel' },
});

export const groupsScreen = screen({
  path: '/contacts',
  document: connectionOf('contactGroups', 'ContactGroupFilter', 'id name channel contacts createdAt'),
  variables: (page) => ({ filter: { text: searchedText(page) } }),
  title: (_, { words }) => words.contacts.title,
  forms: { add: addGroup },
  view: ({ contactGroups: { nodes, pageInfo } }, page) => {
    const { title, list, channels } = page.words.contacts;
    const isEmpty = nodes.length === 0 && !page.query('search') && !page.query('after');
    return [
      headingOf(title),
      areaTabs(page),
      filtersOf(page, [{ name: 'search', label: list.search, kind: 'search' }]),
      tableOf({
        caption: title,
        rows: nodes,
        empty: isEmpty ? emptyOf(list.empty, list.emptyAdvice) : emptyOf(list.noMatch),
        columns: [
          { name: list.name, cell: ({ id, name }) => <a href={page.to(`/contacts/${id}`)}>{name}</a> },
          { name: list.channel, cell: ({ channel }) => channels[channel] },
          { name: list.size, number: true, cell: ({ contacts }) => page.number(contacts) },
          { name: list.created, cell: ({ createdAt }) => momentOf(page, createdAt) },
        ],
      }),
      pagingOf(page, pageInfo),
      foldedFormOf(page, 'add', { summary: list.add, open: isEmpty }),
    ];
  },
});
