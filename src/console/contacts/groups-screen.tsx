import { graphql } from '../../documents/typed-document.ts';
import { form, screen } from '../frame/screen.ts';
import { filtersOf, searchedText } from '../parts/filters.tsx';
import { formOf } from '../parts/form.tsx';
import { foldOf, headingOf, momentOf } from '../parts/pieces.tsx';
import { emptyOf, pagingOf, tableOf } from '../parts/table.tsx';
import { areaTabs } from './contacts-tabs.ts';

const addGroup = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleCreateContactGroup($input: CreateContactGroupInput!) {
      createContactGroup(input: $input) { id }
    }
  `),
  fields: {
    name: { kind: 'text', label: ({ contacts }) => contacts.list.name, required: true, most: 100 },
    channel: {
      kind: 'select',
      label: ({ contacts }) => contacts.list.channel,
      hint: ({ contacts }) => contacts.list.channelHint,
      required: true,
      options: ({ contacts }) => Object.entries(contacts.channels),
    },
  },
  variables: (input) => ({ input }),
  submit: ({ contacts }) => contacts.list.addButton,
  doneWords: ({ contacts }) => contacts.list.added,
  done: ({ createContactGroup: { id } }) => `/contacts/${id}`,
  problemsAt: { NO_EMAIL_SERVICE: 'channel', NO_SMS_SERVICE: 'channel' },
});

export const groupsScreen = screen({
  path: '/contacts',
  area: 'contacts',
  scope: 'READ',
  document: graphql(`
    query ConsoleContactGroups($first: Int, $after: String, $text: String) {
      contactGroups(first: $first, after: $after, filter: { text: $text }) {
        nodes { id name channel contacts createdAt }
        pageInfo { hasNextPage endCursor }
      }
    }
  `),
  variables: (page) => ({ first: 50, after: page.query('after'), text: searchedText(page) }),
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
        key: ({ id }) => id,
        empty: isEmpty ? emptyOf(list.empty, list.emptyAdvice) : emptyOf(list.noMatch),
        columns: [
          { name: list.name, cell: ({ id, name }) => <a href={page.to(`/contacts/${id}`)}>{name}</a> },
          { name: list.channel, cell: ({ channel }) => channels[channel] },
          { name: list.size, number: true, cell: ({ contacts }) => page.number(contacts) },
          { name: list.created, cell: ({ createdAt }) => momentOf(page, createdAt) },
        ],
      }),
      pagingOf(page, pageInfo),
      page.may('WRITE') && foldOf(list.add, formOf(page, 'add'), isEmpty || page.attempt !== null),
    ];
  },
});
