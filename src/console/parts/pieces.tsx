import type { ComponentChildren } from 'preact';
import type { Page } from '../frame/page.ts';

type Tone = 'good' | 'bad' | 'warn' | 'calm';

export function statusOf(text: string, tone: Tone = 'calm') {
  return <span class={`status ${tone}`}>{text}</span>;
}

export function momentOf(page: Page, iso: string | null | undefined) {
  return iso ? <time dateTime={iso}>{page.moment(iso)}</time> : '–';
}

export function secondOf(page: Page, iso: string) {
  return <time dateTime={iso}>{page.second(iso)}</time>;
}

export function below(text: string, isCode = false) {
  return <small class={isCode ? 'soft below mono' : 'soft below'}>{text}</small>;
}

export interface Tab {
  name: string;
  /** The path below `/console`. */
  path: string;
}

/** Returns tabs. A screen below that of a tab belongs to this tab. */
export function tabsOf(page: Page, label: string, tabs: readonly (Tab | false | null)[]) {
  const links = tabs.flatMap((tab) => (tab ? [{ name: tab.name, href: page.to(tab.path) }] : []));
  const around = links.filter(({ href }) => `${page.path}/`.startsWith(`${href}/`));
  const current = around.toSorted((one, other) => other.href.length - one.href.length)[0]?.href;
  return (
    <nav class="tabs" aria-label={label}>
      {links.map(({ name, href }) => (
        <a href={href} {...(href === current && { 'aria-current': href === page.path ? 'page' : 'true' })}>
          {name}
        </a>
      ))}
    </nav>
  );
}

export function headingOf(title: ComponentChildren, ...actions: ComponentChildren[]) {
  return (
    <div class="heading">
      <h1>{title}</h1>
      {actions.length > 0 && <div class="actions">{actions}</div>}
    </div>
  );
}

export function linkButton(href: string, text: string, kind: 'quiet' | '' = '') {
  return (
    <a class={`button ${kind}`} href={href}>
      {text}
    </a>
  );
}

export function cardOf(title: ComponentChildren, ...content: ComponentChildren[]) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {content}
    </section>
  );
}

/** A note that assistive technology reads out. */
export function noteOf(tone: 'good' | 'bad', content: ComponentChildren) {
  return (
    <p class={`note ${tone}`} role={tone === 'good' ? 'status' : 'alert'}>
      {content}
    </p>
  );
}

/** A collapsible section, for forms that are rarely needed. */
export function foldOf(summary: string, content: ComponentChildren, open = false) {
  return (
    <details class="fold" open={open}>
      <summary>{summary}</summary>
      <div>{content}</div>
    </details>
  );
}

/** `note` shows the previous number. */
export function figureOf(name: string, value: ComponentChildren, note?: ComponentChildren) {
  // A long number stays on one line.
  const size = typeof value === 'string' && value.length > 9 ? { class: 'long' } : null;
  return (
    <div class="figure">
      <span>{name}</span>
      <strong {...size}>{value}</strong>
      {note && <small>{note}</small>}
    </div>
  );
}

export function svgAddress(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** A place that a script in `islands/` fills, with its initial content and the data for the script. */
export function islandOf(name: string, props: object, content: ComponentChildren) {
  return (
    <div data-island={name} data-props={JSON.stringify(props)}>
      {content}
    </div>
  );
}

/** The frame only displays the HTML of an email: it runs no scripts, and links open in new windows. */
export function mailFrame(title: string, source: { src: string } | { name: string }) {
  return <iframe class="mail" title={title} {...source} sandbox="allow-popups allow-popups-to-escape-sandbox" />;
}

/** The copy button appears with the script `copy`. */
export function copyableOf({ words }: Page, text: string, href?: string) {
  const code = <code>{text}</code>;
  return (
    <span class="copyable" data-copy={words.frame.copy} data-copied={words.frame.copied}>
      {href ? <a href={href}>{code}</a> : code}
    </span>
  );
}

/** The copy button appears with the script `copy`. */
export function codeBlock({ words }: Page, label: string, text: string) {
  return (
    <figure class="code-block" data-copy={words.frame.copy} data-copied={words.frame.copied}>
      <figcaption>{label}</figcaption>
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}

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
export function tableOf<Row>({ caption, rows, columns, empty }: Options<Row>) {
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
function contentOf(content: ComponentChildren) {
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
export function emptyOf(title: string, advice?: string, action?: ComponentChildren) {
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
export function pagingOf(page: Page, { hasNextPage, endCursor }: PageInfo, name = 'after') {
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
