import type { Page } from '../frame/page.ts';

type Option = readonly [value: string, label: string];
type Options = Readonly<Record<string, string>> | readonly Option[];

export interface Filter {
  /** The name in the query string. */
  name: string;
  label: string;
  kind: 'search' | 'select' | 'date' | 'text';
  /** The labels by value, in the order in which they appear. */
  options?: Options;
  /** The option without a filter. Default: all. */
  any?: string;
}

/** The address keeps the filters, so they work without scripts. */
export function filtersOf(page: Page, filters: readonly Filter[], hidden: Readonly<Record<string, string>> = {}) {
  const { apply, reset } = page.words.frame;
  const isFiltered = filters.some(({ name }) => page.query(name) !== null);
  const cleared = Object.fromEntries([...filters.map(({ name }) => [name, null]), ['after', null]]);
  return (
    <form method="get" action={page.path} class="filters" role="search">
      {Object.entries(hidden).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {filters.map((filter) => (
        <label>
          <span>{filter.label}</span>
          {controlOf(page, filter)}
          {page.ignoredFilters.has(filter.name) && (
            <small class="problem" id={`filter-${filter.name}-problem`}>
              {page.words.frame.filterIgnored}
            </small>
          )}
        </label>
      ))}
      <button class="button quiet" type="submit">
        {apply}
      </button>
      {isFiltered && <a href={page.href(cleared)}>{reset}</a>}
    </form>
  );
}

function controlOf(page: Page, { name, kind, options = {}, any = page.words.frame.any }: Filter) {
  const value = page.query(name) ?? '';
  const problem = page.ignoredFilters.has(name) && {
    'aria-invalid': true,
    'aria-describedby': `filter-${name}-problem`,
  };
  const input: object = { type: kind, name, value, maxlength: 200, ...problem };
  if (kind !== 'select') return <input {...input} />;
  const choices = isList(options) ? options : Object.entries(options);
  return (
    <select name={name}>
      <option value="">{any}</option>
      {choices.map(([option, label]) => (
        <option value={option} selected={option === value}>
          {label}
        </option>
      ))}
    </select>
  );
}

function isList(options: Options): options is readonly Option[] {
  return Array.isArray(options);
}

/** Returns the chosen value, or null for an unknown one: people can change the address. */
export function chosen<Value extends string>(page: Page, name: string, values: readonly Value[]): Value | null {
  const given = page.query(name);
  return values.find((value) => value === given) ?? null;
}

/** The maximum length of a text that the searches of the service accept. */
const longestSearch = 100;

export function searchedText(page: Page, name = 'search'): string | null {
  return page.query(name)?.trim().slice(0, longestSearch).toWellFormed() || null;
}
