import type { ComponentChildren } from 'preact';
import { eventKinds, eventTypes } from '../../vocabulary/event-catalog.ts';
import { type Words, wordFor } from '../../words/languages.ts';
import type { Page } from '../frame/page.ts';
import { emptyOf } from '../parts/pieces.tsx';

type Option = readonly [value: string, label: string];

/** The types of events in alphabetical order. */
export const typeOptions: readonly Option[] = [...eventTypes].sort().map((type) => [type, type]);

export function kindOptions(words: Words): readonly Option[] {
  return eventKinds.map((kind) => [kind, kindName(words, kind)]);
}

export function kindName({ developers: { events } }: Words, kind: string): string {
  return wordFor(events.kinds, kind) ?? kind;
}

/** Returns the value if it has this form, and otherwise null. Then the page says that it ignores the value. */
export function given(page: Page, name: string, form: RegExp): string | null {
  const value = page.query(name)?.trim() ?? '';
  if (form.test(value)) return value;
  if (value) page.ignoredFilters.add(name);
  return null;
}

/** Returns a period of whole days in the time zone of the account. */
export function periodOf(page: Page): { since: string | null; until: string | null } {
  const since = dayBegin(page, 'from', 0);
  const until = dayBegin(page, 'to', 1)?.subtract({ milliseconds: 1 }) ?? null;
  const isEmpty = since && until && Temporal.Instant.compare(until, since) < 0;
  if (isEmpty) page.ignoredFilters.add('to');
  return { since: since?.toString() ?? null, until: isEmpty ? null : (until?.toString() ?? null) };
}

function dayBegin(page: Page, name: string, later: number): Temporal.Instant | null {
  const day = given(page, name, /^\d{4}-\d{2}-\d{2}$/);
  if (!day) return null;
  try {
    return Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime(page.timezone).toInstant();
  } catch {
    page.ignoredFilters.add(name);
    return null;
  }
}

interface Emptiness {
  empty: string;
  emptyAdvice: string;
  emptyFiltered: string;
  emptyFilteredAdvice: string;
  emptyPage: string;
  emptyPageAdvice: string;
}

/** The text for a page without rows: the next page of a search may have some. */
export function emptySearchOf(
  words: Emptiness,
  { isFiltered, hasNextPage }: { isFiltered: boolean; hasNextPage: boolean },
  action?: ComponentChildren,
) {
  if (hasNextPage) return emptyOf(words.emptyPage, words.emptyPageAdvice);
  if (isFiltered) return emptyOf(words.emptyFiltered, words.emptyFilteredAdvice);
  return emptyOf(words.empty, words.emptyAdvice, action);
}
