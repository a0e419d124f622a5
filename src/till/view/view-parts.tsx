import type { ComponentChildren } from 'preact';
import type { TillWords } from '../../words/en/till-en.ts';
import { wordFor } from '../../words/languages.ts';
import type { CallProblem, TillSettings, Typed } from '../desk/till-shapes.ts';

const marks = {
  good: 'm10 26 12 12 22-26',
  bad: 'M14 14l26 26M40 14 14 40',
  ask: 'M27 12v20M27 40v2',
};

/** Shows a symbol, so that color is not the only signal. */
export function mark(name: keyof typeof marks) {
  const line = { d: marks[name], fill: 'none', stroke: 'currentColor', 'stroke-width': 7, 'stroke-linecap': 'round' };
  return (
    <svg class="mark" viewBox="0 0 54 54" aria-hidden>
      <path {...(line as object)} />
    </svg>
  );
}

/** Returns the reason for a refusal, followed by the locations where the code is valid. */
export function reasonFor({ reasons, otherReason }: TillWords, { code, locations }: CallProblem): string {
  return [wordFor(reasons, code) ?? otherReason, locations?.join(', ')].filter(Boolean).join(' ');
}

export function heading(text: string) {
  return (
    <h1 tabIndex={-1} data-focus="" id="heading">
      {text}
    </h1>
  );
}

export function button(text: ComponentChildren, onClick: () => void, more: Record<string, unknown> = {}) {
  return (
    <button type="button" class="button" onClick={onClick} {...more}>
      {text}
    </button>
  );
}

/** Formats a time as the device does. */
export function timeOf(instant: string, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(instant),
  );
}

/** Returns an amount of money, or a plain number if the campaign has no currency. */
export function amountOf(value: string, currency: string | null, language: string): string {
  const options = currency ? { style: 'currency' as const, currency } : {};
  try {
    return new Intl.NumberFormat(localeOf(language), options).format(Number(value));
  } catch {
    return `${value} ${currency}`;
  }
}

/** Returns the device's variant of the language, such as `en-GB`. */
function localeOf(language: string): string {
  return navigator.languages.find((each) => each.startsWith(language)) ?? language;
}

export function tillFields({ asksForMoney, fields: asked }: TillSettings, words: TillWords, typed: Typed = {}) {
  return [
    asksForMoney &&
      field(words.money, {
        name: 'moneySpent',
        inputMode: 'decimal',
        pattern: '\\d{1,10}([.,]\\d{1,2})?',
        title: words.wrongMoney,
        defaultValue: typed.moneySpent,
      }),
    asked.map(({ number, label }) =>
      field(label, { name: `customField${number}`, maxLength: 255, defaultValue: typed[`customField${number}`] }),
    ),
  ];
}

export function field(label: string, more: Record<string, unknown>) {
  return (
    <label key={String(more.name)} class="field">
      <span dir="auto">{label}</span>
      <input autoComplete="off" {...more} />
    </label>
  );
}

/** Returns a listener that hands over the typed fields instead of sending the form. */
export function submitting(receive: (typed: Typed) => void) {
  return (event: Event) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget as HTMLFormElement)].map(
      ([name, value]) => [name, String(value).trim()] as const,
    );
    const typed = Object.fromEntries(entries.filter(([, value]) => value !== ''));
    if (typed.moneySpent) typed.moneySpent = typed.moneySpent.replace(',', '.');
    receive(typed);
  };
}
