import { beforeAll, describe, expect, inject, test } from 'vitest';
import { languageCookie } from '../../src/console/frame/language.ts';
import type { Screen } from '../../src/console/frame/screen.ts';
import type { Field, Kind } from '../../src/console/frame/screen-field.ts';
import { screens } from '../../src/console/screen-list.ts';
import { purposes } from '../../src/console/settings/platforms/platform-forms.tsx';
import { platforms } from '../../src/messaging/platform/platform-list.inputs.ts';
import { type Language, languages, wordFor } from '../../src/words/languages.ts';
import { makeThings } from '../generated/things.ts';
import { useApp } from '../support/app.ts';
import { fromOwnPage, makeCookie, makePerson } from '../support/make-people.ts';
import { addressOf } from './screen-address.ts';

const app = useApp();
let cookie: string;
let things: Record<string, string>;

beforeAll(async () => {
  const { owner } = await app.client();
  things = await makeThings(app.database, owner);
  cookie = await makeCookie(app.database, await makePerson(app.database, owner));
});

/** A value of no use, for each kind of field. */
const wrong: Record<Kind, string> = {
  text: 'a\u0000\ud83e,',
  email: 'ada at example',
  tel: 'ring me',
  url: 'bread',
  password: 'bread',
  textarea: '\u0000\ud83e',
  lines: 'x,y\r\n\ud83e',
  number: 'many',
  decimal: '4.5.0',
  float: 'half',
  select: 'NONE',
  checks: 'NONE',
  checkbox: 'on',
  date: '2026-13-45',
  moment: 'tomorrow',
  local: '2026-13-45T99:99',
  color: 'red',
  hidden: 'x',
};

const numbers: readonly Kind[] = ['number', 'decimal', 'float'];
const times: readonly Kind[] = ['date', 'moment', 'local'];

const tooMuch = (field: Field) => {
  if (numbers.includes(field.kind)) return '99999999999';
  if (times.includes(field.kind)) return '9999-12-31T23:59';
  if (field.kind === 'lines') return 'x\r\n'.repeat(10_001);
  return 'x'.repeat((field.maxLength ?? 2000) + 1);
};
const tooLittle = ({ kind }: Field) =>
  numbers.includes(kind) ? '-1' : times.includes(kind) ? '1970-01-01T00:00' : ' ';

const attempts = {
  wrong: ({ kind }: Field) => wrong[kind],
  'too much': tooMuch,
  'too little': tooLittle,
};

const forms = screens.flatMap((screen) =>
  Object.entries(screen.forms ?? {})
    .filter(([, { fields }]) => Object.keys(fields).length > 0)
    .map(([name, form]) => ({ screen, path: screen.path, name, form })),
);

/** What only programs are told: names of fields, values and types, and the phrases of the API. */
const ofApi =
  /\b[a-z]+[A-Z]\w*|\b[A-Z]+_[A-Z_]+\b|\bmust (not|be|have)\b|invalid|\bcannot (be combined|represent)|\bISO 8601\b|\bE\.164\b|[$`]/;
/** Words that no German sentence has. */
const english = /\b(the|is|are|not|must|of|and|please|enter|choose|has|have|with|this|at least|at most|or)\b/i;

const isThorough = inject('isThorough');

describe.each(forms)('the form $name of $path', ({ screen, name, form: { fields } }) => {
  const chosen = Object.entries(attempts).filter(([name]) => isThorough || name === 'wrong');

  test.each(chosen)('says in the words of people that all values are %s', async (_, value) => {
    const address = addressFor(screen, name);
    const given = Object.entries(fields).map(([field, declared]): [string, string] => [field, value(declared)]);
    for (const language of languages) await sendRefused(address, [['_form', name], ...given], language);
  });

  test.runIf(isThorough)('says in the words of people which single value is wrong', async () => {
    const address = addressFor(screen, name);
    const valid = await validFields(address, name, fields);
    for (const [field, declared] of Object.entries(fields).filter(([, { kind }]) => kind !== 'hidden'))
      for (const value of Object.values(attempts))
        for (const language of languages) {
          const given = Object.entries({ ...valid, [field]: value(declared) });
          await sendRefused(address, [['_form', name], ...given], language);
        }
  });
});

/** Sends a form. If it is refused, checks the messages at its fields and above it. */
async function sendRefused(address: string, fields: [string, string][], language: Language): Promise<void> {
  const headers = { Cookie: `${cookie}; ${languageCookie(language)}`, ...fromOwnPage };
  const init = { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' } as const;
  const response = await fetch(app.url + address, init);
  expect([200, 303, 403, 422, 429], address).toContain(response.status);
  expect(response.headers.get('location') ?? '', 'the person is still signed in').not.toContain('sign-in');
  if (response.status !== 422) return;
  const page = await response.text();
  const messages = [...page.matchAll(/<(small|p) class="(?:problem|note bad)"[^>]*>(.*?)<\/\1>/gs)].map(
    ([, , text]) => text,
  );
  expect(messages.length, `a refusal of ${address}`).toBeGreaterThan(0);
  for (const message of messages) {
    expect(message).toMatch(/^\p{Lu}.*[.?]$/su);
    expect(message).not.toMatch(ofApi);
    if (language === 'de') expect(message).not.toMatch(english);
  }
}

const right: Partial<Record<Kind, string>> = {
  text: 'Bread',
  email: 'ada@example.com',
  tel: '+447911123456',
  url: 'https://example.com/bread',
  password: 'four words in a row',
  textarea: 'Bread',
  lines: 'https://example.com/bread',
  decimal: '4.50',
  float: '2.5',
  date: '2030-01-01',
  moment: '2030-01-01T12:00',
  local: '2030-01-01T12:00',
  color: '#14507a',
};

/** Fills a form as its page does. */
async function validFields(address: string, name: string, fields: Record<string, Field>) {
  const page = await (await fetch(app.url + address, { headers: { Cookie: cookie } })).text();
  const form = page.slice(page.indexOf(`id="form-${name}`));
  const firstOf = (field: string) =>
    new RegExp(`<select[^>]* name="${field}".*?<option value="([^"]+)"`, 's').exec(form)?.[1] ??
    new RegExp(`name="${field}"[^>]* value="([^"]+)"`).exec(form)?.[1];
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, { kind, min = 1 }]) => {
      const value = kind === 'number' ? `${min}` : (right[kind] ?? firstOf(field));
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

/** A platform is connected on the page of a purpose that it has. */
function addressFor(screen: Screen, form: string): string {
  const channels: readonly string[] = wordFor(platforms, form)?.channels ?? [];
  const [purpose] = Object.entries(purposes).find(([, channel]) => channels.includes(channel)) ?? [];
  return addressOf({ path: purpose ? screen.path.replace(':purpose', purpose) : screen.path }, things);
}
