import { type ComponentChildren, h } from 'preact';
import type { Page } from '../frame/page.ts';

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ComponentChildren;
  /** Numbers stand at the right. */
  number?: boolean;
}

interface Options<Row> {
  /** Describes the table. */
  caption: string;
  rows: readonly Row[];
  columns: readonly (Column<Row> | false | null)[];
  key: (row: Row) => string;
  /** What stands in place of an empty table. */
  empty: ComponentChildren;
}

/** Returns a table. On narrow screens each row becomes a card whose cells carry the names of their columns. */
export function tableOf<Row>({ caption, rows, columns, key, empty }: Options<Row>): ComponentChildren {
  if (rows.length === 0) return empty;
  const shown = columns.filter((column) => column !== false && column !== null);
  const classOf = ({ number }: Column<Row>) => (number ? { class: 'number' } : {});
  return h(
    'table',
    { class: 'rows' },
    h('caption', { class: 'unseen' }, caption),
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        shown.map((column) => h('th', { scope: 'col', ...classOf(column) }, column.name)),
      ),
    ),
    h(
      'tbody',
      null,
      rows.map((row) =>
        h(
          'tr',
          { key: key(row) },
          shown.map((column) => h('td', { 'data-name': column.name, ...classOf(column) }, contentOf(column.cell(row)))),
        ),
      ),
    ),
  );
}

/** On narrow screens a cell is a line with the name of its column, so several pieces must be one. */
function contentOf(content: ComponentChildren): ComponentChildren {
  return Array.isArray(content) ? h('div', null, content) : content;
}

/** Returns names and values. */
export function factsOf(facts: readonly (readonly [name: string, value: ComponentChildren] | false | null)[]) {
  return h(
    'dl',
    { class: 'facts' },
    facts.map((fact) => fact && h('div', { key: fact[0] }, h('dt', null, fact[0]), h('dd', null, fact[1] ?? '–'))),
  );
}

/** Returns what an empty list says: that it is empty, and what to do next. */
export function emptyOf(title: string, advice?: string, action?: ComponentChildren): ComponentChildren {
  return h('div', { class: 'empty' }, h('h2', null, title), advice && h('p', null, advice), action);
}

interface PageInfo {
  hasNextPage: boolean;
  endCursor: string | null;
}

/** Returns the links between the pages of a list. The cursor is `after` in the address, or another name. */
export function pagingOf(page: Page, { hasNextPage, endCursor }: PageInfo, name = 'after'): ComponentChildren {
  const { next, first } = page.words.frame;
  const isFirst = page.query(name) === null;
  if (isFirst && !hasNextPage) return null;
  return h(
    'nav',
    { class: 'paging', 'aria-label': next },
    !isFirst && h('a', { href: page.href({ [name]: null }) }, first),
    hasNextPage && h('a', { class: 'button quiet', href: page.href({ [name]: endCursor }) }, next),
  );
}
