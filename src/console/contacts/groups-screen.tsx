import { connectionOf, mutationOf } from '../../documents/typed-document.ts';
import { labelled } from '../frame/labelled-fields.ts';
import { form, screen } from '../frame/screen.ts';
import { filtersOf, searchedText } from '../parts/filters.tsx';
import { foldedFormOf } from '../parts/form.tsx';
import { headingOf, momentOf } from '../parts/pieces.tsx';
import { emptyOf, pagingOf, tableOf } from '../parts/table.tsx';
import { areaTabs } from './contacts-tabs.ts';

const addGroup = form({
  document: mutationOf('createContactGroup'),
  fields: labelled(({ contacts }) => contacts.list)({
    name: { kind: 'text', required: true, maxLength: 100 },
    channel: { kind: 'select', required: true, options: ({ contacts }) => Object.entries(contacts.channels) },
  }),
  submit: ({ contacts }) => contacts.list.addButton,
  notice: ({ contacts }) => contacts.list.added,
  done: ({ createContactGroup: { id } }) => `/contacts/${id}`,
  problemsAt: { NO_EMAIL_SERVICE: 'channel', NO_SMS_SERVICE: 'channel' },
});

export const groupsScreen = screen({
  path: '/contacts',
  scope: 'READ',
  document: connectionOf('contactGroups', 'ContactGroupFilter', 'id name channel contacts createdAt'),
  variables: (page) => ({ after: page.query('after'), filter: { text: searchedText(page) } }),
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
