import { beforeAll, describe, expect, inject, test } from 'vitest';
import { languageCookie } from '../../src/console/frame/language.ts';
import type { Field } from '../../src/console/frame/screen-field.ts';
import { type Language, languages } from '../../src/words/languages.ts';
import { makeThings } from '../generated/things.ts';
import { useApp } from '../support/app.ts';
import { fromOwnPage, makeCookie, makePerson } from '../support/make-people.ts';
import { addressFor, forms, tooLittle, tooMuch, validFields, wrong } from './form-values.ts';

const app = useApp();
let cookie: string;
let things: Record<string, string>;

beforeAll(async () => {
  const { owner } = await app.client();
  things = await makeThings(app.database, owner);
  cookie = await makeCookie(app.database, await makePerson(app.database, owner));
});

const attempts = {
  wrong: ({ kind }: Field) => wrong[kind],
  'too much': tooMuch,
  'too little': tooLittle,
};

/** What only programs are told: names of fields, values and types, and the phrases of the API. */
const ofApi =
  /\b[a-z]+[A-Z]\w*|\b[A-Z]+_[A-Z_]+\b|\bmust (not|be|have)\b|invalid|\bcannot (be combined|represent)|\bISO 8601\b|\bE\.164\b|[$`]/;
/** Words that no German sentence has. */
const english = /\b(the|is|are|not|must|of|and|please|enter|choose|has|have|with|this|at least|at most|or)\b/i;

const isThorough = inject('isThorough');

describe.each(forms)('the form $name of $path', ({ screen, name, form: { fields } }) => {
  const chosen = Object.entries(attempts).filter(([name]) => isThorough || name === 'wrong');

  test.each(chosen)('says in the words of people that all values are %s', async (_, value) => {
    const address = addressFor(screen, name, things);
    const given = Object.entries(fields).map(([field, declared]): [string, string] => [field, value(declared)]);
    for (const language of languages) await sendRefused(address, [['_form', name], ...given], language);
  });

  test.runIf(isThorough)('says in the words of people which single value is wrong', async () => {
    const address = addressFor(screen, name, things);
    const page = await (await fetch(app.url + address, { headers: { Cookie: cookie } })).text();
    const valid = validFields(page, name, fields);
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
