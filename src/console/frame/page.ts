import type { ComponentChildren } from 'preact';
import type { Scope } from '../../api/scope.ts';
import type { Viewer } from '../../api/viewer.ts';
import { consolePath } from '../../vocabulary/links.ts';
import { dictionaries, type Language, locales, type Words } from '../../words/languages.ts';
import type { Body } from './screen-field.ts';
import type { ScreenShape } from './screen-shape.ts';

/** A form that was sent to the page and failed. */
export interface Attempt {
  form: string;
  /** A key that distinguishes identical forms on a page. */
  key: string;
  body: Body;
  problems: ReadonlyMap<string, readonly string[]>;
  /** The problems that belong to no field. */
  message?: string;
  /** Whether a form of the page already shows the refusal. */
  isShown?: boolean;
  /** A question that must be answered before the form does anything. */
  question?: string;
  call?: { document: string; variables: object };
}

interface PageInput {
  screen: ScreenShape;
  viewer: Viewer;
  language: Language;
  params: Record<string, string>;
  query: URLSearchParams;
  publicUrl: string;
}

type Changes = Readonly<Record<string, string | null | undefined>>;

/** The context of a view: the person, the language and the address. */
export class Page {
  readonly screen: ScreenShape;
  readonly viewer: Viewer;
  readonly language: Language;
  readonly words: Words;
  readonly params: Readonly<Record<string, string>>;
  readonly publicUrl: string;
  /** A form that the person has to correct. */
  attempt: Attempt | null = null;
  /** The content that a successful form shows. */
  outcome: { form: string; content: ComponentChildren } | null = null;
  /** The content of another form that reads the same input. */
  beside: ComponentChildren = null;
  notice: string | null = null;
  /** The filters in the address whose values cannot filter anything. */
  readonly ignoredFilters = new Set<string>();
  readonly #query: URLSearchParams;

  constructor({ screen, viewer, language, params, query, publicUrl }: PageInput) {
    this.screen = screen;
    this.viewer = viewer;
    this.language = language;
    this.words = dictionaries[language];
    this.params = params;
    this.publicUrl = publicUrl;
    this.#query = query;
  }

  get timezone(): string {
    return this.viewer.account.timezone;
  }

  /** Returns a value of the query string, or null if it is absent or empty. */
  query(name: string): string | null {
    return this.#query.get(name) || null;
  }

  queries(name: string): string[] {
    return this.#query.getAll(name).filter((value) => value !== '');
  }

  may(needed: Scope | readonly Scope[]): boolean {
    const { scopes } = this.viewer;
    const any: readonly Scope[] = typeof needed === 'string' ? [needed] : needed;
    return any.some((scope) => scopes.includes(scope) || (scope === 'READ' && scopes.includes('WRITE')));
  }

  to(path: string, query: Changes = {}): string {
    return withQuery(consolePath + path, new URLSearchParams(), query);
  }

  /** Returns the address of this page with changes to the query string. Null removes a value. */
  href(changes: Changes = {}): string {
    return withQuery(this.path, this.#query, { done: null, live: null, ...changes });
  }

  get path(): string {
    const filled = this.screen.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(this.params[name] ?? ''));
    return consolePath + filled;
  }

  /** Formats an instant of the API (ISO 8601) in the time zone of the account. */
  moment(iso: string | null | undefined): string {
    return iso ? this.#format({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso)) : '–';
  }

  second(iso: string | null | undefined): string {
    return iso ? this.#format({ dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso)) : '–';
  }

  time(iso: string | null | undefined): string {
    return iso ? this.#format({ timeStyle: 'short' }).format(new Date(iso)) : '–';
  }

  day(iso: string | null | undefined): string {
    return iso ? this.#format({ dateStyle: 'medium' }).format(new Date(iso)) : '–';
  }

  number(value: number | string | null | undefined): string {
    return value === null || value === undefined ? '–' : new Intl.NumberFormat(this.locale).format(Number(value));
  }

  money(value: number | string | null | undefined, currency: string | null = null): string {
    if (value === null || value === undefined) return '–';
    const style = currency ? ({ style: 'currency', currency } as const) : { minimumFractionDigits: 2 };
    return new Intl.NumberFormat(this.locale, style).format(Number(value));
  }

  percent(part: number, whole: number): string {
    const options = { style: 'percent', maximumFractionDigits: 1 } as const;
    return whole > 0 ? new Intl.NumberFormat(this.locale, options).format(part / whole) : '–';
  }

  /** The language and country for formats. */
  get locale(): string {
    return locales[this.language];
  }

  #format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    return new Intl.DateTimeFormat(this.locale, { ...options, timeZone: this.timezone });
  }
}

function withQuery(path: string, given: URLSearchParams, changes: Changes): string {
  const query = new URLSearchParams(given);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
