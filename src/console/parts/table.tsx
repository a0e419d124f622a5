import type { ComponentChildren } from 'preact';
import type { Page } from '../frame/page.ts';

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ComponentChildren;
  /** Whether the column has numbers, which are aligned right. */
  number?: boolean;
}

interface Options<Row> {
  caption: string;
  rows: readonly Row[];
  columns: readonly (Column<Row> | false | null)[];
  /** What appears in place of an empty table. */
  empty: ComponentChildren;
}

/** On narrow screens each row becomes a card whose cells carry the names of their columns. */
export function tableOf<Row>({ caption, rows, columns, empty }: Options<Row>): ComponentChildren {
  if (rows.length === 0) return empty;
  const shown = columns.filter((column) => column !== false && column !== null);
  const classOf = ({ number }: Column<Row>) => (number ? { class: 'number' } : {});
  return (
    <table class="rows">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {shown.map((column) => (
            <th scope="col" {...classOf(column)}>
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            {shown.map((column) => (
              <td data-name={column.name} {...classOf(column)}>
                {contentOf(column.cell(row))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** On narrow screens, a cell is a line with the name of its column, so several pieces must be wrapped in one. */
function contentOf(content: ComponentChildren): ComponentChildren {
  return Array.isArray(content) ? <div>{content}</div> : content;
}

export function factsOf(facts: readonly (readonly [name: string, value: ComponentChildren] | false | null)[]) {
  return (
    <dl class="facts">
      {facts.map(
        (fact) =>
          fact && (
            <div>
              <dt>{fact[0]}</dt>
              <dd>{fact[1] ?? '–'}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** `advice` says what to do next. */
export function emptyOf(title: string, advice?: string, action?: ComponentChildren): ComponentChildren {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {advice && <p>{advice}</p>}
      {action}
    </div>
  );
}

interface PageInfo {
  hasNextPage: boolean;
  endCursor: string | null;
}

/** Returns the links to other pages. The cursor is in `after`, or in a parameter of another name. */
export function pagingOf(page: Page, { hasNextPage, endCursor }: PageInfo, name = 'after'): ComponentChildren {
  const { next, first } = page.words.frame;
  const isFirst = page.query(name) === null;
  if (isFirst && !hasNextPage) return null;
  return (
    <nav class="paging" aria-label={next}>
      {!isFirst && <a href={page.href({ [name]: null })}>{first}</a>}
      {hasNextPage && (
        <a class="button quiet" href={page.href({ [name]: endCursor })}>
          {next}
        </a>
      )}
    </nav>
  );
}
