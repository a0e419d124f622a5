import { randomUUID } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import type { Page } from '../frame/page.ts';
import { textOf } from '../frame/screen-field.ts';
import type { FormShape } from '../frame/screen-shape.ts';
import { controlOf } from './control.tsx';
import { codeBlock, foldOf, noteOf } from './pieces.tsx';

interface Options {
  values?: Readonly<Record<string, unknown>>;
  /** The data from which fields create their options. */
  data?: unknown;
  /** Distinguishes identical forms on one page, such as one in each row. */
  key?: string;
  /**
   * Other forms of the screen that have the same fields. This form keeps the values that were sent with one of them.
   */
  also?: readonly string[];
  legend?: string;
  /** Fields in groups with headings. All groups but the first are folded unless they have a problem. */
  groups?: readonly { legend: string; fields: readonly string[]; open?: boolean }[];
  /** Whether the button is small, for forms in rows and forms without visible fields. */
  quiet?: boolean;
  /** Whether the action cannot be undone. */
  dangerous?: boolean;
  /** Replaces the text of the form's button. */
  submit?: string;
  /** The accessible name of the button, for a page with several buttons with the same text. */
  label?: string;
  /** Content between the fields and the button. */
  below?: ComponentChildren;
}

/** Returns null if the person may not send the form. */
export function formOf(page: Page, name: string, options: Options = {}) {
  const form = page.screen.forms?.[name];
  if (!form) throw new Error(`${page.screen.path} has no form ${name}`);
  if (!page.may(form.scope)) return null;
  const { key = '', quiet = false } = options;
  if (page.outcome?.form === name && !form.keeps) return page.outcome.content;
  const attempt = attemptOf(page, name, options);
  return (
    <form
      method="post"
      action={page.href()}
      class={quiet ? 'one-button' : 'form'}
      id={`form-${name}${key && `-${key}`}`}
    >
      {hidden('_form', name)}
      {key && hidden('_key', key)}
      {!form.repeatable && hidden('_once', randomUUID())}
      {attempt?.message && noteOf('bad', attempt.message)}
      {options.legend && <h2>{options.legend}</h2>}
      {groupsOf(page, name, form, options)}
      {options.below}
      {attempt?.question && [
        hidden('_answered', attempt.question),
        <p class="note warn" role="alert" id="question" tabIndex={-1} autofocus>
          {attempt.question}
        </p>,
      ]}
      <div class="actions">
        {buttonOf(page, form, options)}
        {!quiet && callOf(page, attempt)}
      </div>
      {attempt?.call && callText(page, attempt.call)}
    </form>
  );
}

interface FoldedOptions extends Options {
  summary: string;
  text?: string;
  open?: boolean;
}

/** Shows a collapsible form. It stays open while it has to be corrected or shows its result. */
export function foldedFormOf(page: Page, name: string, { summary, text, open = false, ...options }: FoldedOptions) {
  const form = formOf(page, name, options);
  const isUsed = (page.attempt ?? page.outcome)?.form === name;
  return form && foldOf(summary, [text && <p>{text}</p>, form], open || isUsed);
}

function attemptOf({ attempt }: Page, name: string, { key = '', also = [] }: Options): Page['attempt'] {
  if (!attempt || ![name, ...also].includes(attempt.form) || attempt.key !== key) return null;
  attempt.isShown = true;
  return attempt;
}

function groupsOf(page: Page, name: string, form: FormShape, options: Options) {
  const fields = (names: readonly string[]) => names.map((field) => fieldOf(page, name, form, field, options));
  const { groups } = options;
  if (!groups) return fields(Object.keys(form.fields));
  const grouped = new Set(groups.flatMap((group) => group.fields));
  const rest = Object.keys(form.fields).filter((field) => !grouped.has(field));
  const hasProblem = (names: readonly string[]) =>
    page.attempt?.form === name && names.some((field) => page.attempt?.problems.has(field));
  return [
    fields(rest),
    groups.map((group, index) => (
      <details class="group" open={group.open ?? (index === 0 || hasProblem(group.fields))}>
        <summary>{group.legend}</summary>
        {fields(group.fields)}
      </details>
    )),
  ];
}

function fieldOf(page: Page, formName: string, form: FormShape, name: string, options: Options) {
  const field = form.fields[name];
  if (!field) throw new Error(`the form ${formName} of ${page.screen.path} has no field ${name}`);
  const attempt = attemptOf(page, formName, options);
  // No page contains a password, not even one that the same person typed.
  const typed = field.kind === 'password' ? undefined : attempt?.body[name];
  const stored = options.values?.[name];
  const texts = attempt
    ? [typed ?? []].flat()
    : Array.isArray(stored) && field.kind === 'checks'
      ? stored.map(String)
      : field.kind === 'checkbox'
        ? stored === true
          ? ['on']
          : []
        : [textOf(field.kind, stored, page.timezone)];
  return controlOf({
    page,
    field,
    name,
    id: `${formName}-${options.key ?? ''}-${name}`,
    texts,
    data: options.data,
    problems: attempt?.problems.get(name) ?? [],
  });
}

function buttonOf(page: Page, form: FormShape, { quiet, dangerous, submit, label }: Options) {
  const kind = [quiet && 'quiet', dangerous && 'dangerous'].filter(Boolean).join(' ');
  const attributes = { class: `button ${kind}`, type: 'submit' as const, ...(label && { 'aria-label': label }) };
  return <button {...attributes}>{submit ?? form.submit(page.words)}</button>;
}

function callOf({ words }: Page, attempt: Page['attempt']) {
  return (
    <details class="call" open={attempt?.call !== undefined}>
      <summary>{words.frame.copyAs}</summary>
      <p class="hint">{words.frame.showCallHint}</p>
      <button class="button quiet" name="_as" value="call" formnovalidate>
        {words.frame.showCall}
      </button>
    </details>
  );
}

function callText(page: Page, call: NonNullable<NonNullable<Page['attempt']>['call']>) {
  return (
    <div class="call-text" id="call">
      {codeBlock(page, 'GraphQL', graphqlOf(call))}
      {codeBlock(page, 'curl', curlOf(call, page.publicUrl))}
    </div>
  );
}

function hidden(name: string, value: string) {
  return <input type="hidden" name={name} value={value} />;
}

interface Call {
  document: string;
  variables: object;
}

/** Returns the call as text for GraphiQL. */
function graphqlOf({ document, variables }: Call): string {
  return `${document.trim()}\n\n# Variables\n${JSON.stringify(variables, null, 2)}`;
}

/** Returns the call for curl. It has a placeholder for the key, because the console does not know secrets. */
function curlOf({ document, variables }: Call, publicUrl: string): string {
  const body = JSON.stringify({ query: document.replace(/\s+/g, ' ').trim(), variables });
  return [
    `curl ${publicUrl}/graphql \\`,
    `  -H 'Authorization: Bearer KEY:SECRET' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body.replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n');
}
