import { beforeAll, expect, test } from 'vitest';
import { languageCookie } from '../../src/console/frame/language.ts';
import type { Language } from '../../src/words/languages.ts';
import { useApp } from '../support/app.ts';
import { ConsoleVisitor } from '../support/console-visitor.ts';
import { makeCoupon } from '../support/make.ts';
import { fromOwnPage, makeCookie, makePerson } from '../support/make-people.ts';
import { shownForm } from './shown-form.ts';

const app = useApp();
let cookie: string;

beforeAll(async () => {
  const { owner } = await app.client();
  cookie = await makeCookie(app.database, await makePerson(app.database, owner));
});

/** Returns what stands below a field of the form for a new campaign. */
async function refusalOf(field: string, fields: Record<string, string>, language: Language) {
  const body = new URLSearchParams({ _form: 'create', name: 'Bread', timezone: 'Europe/Berlin', ...fields });
  const headers = { Cookie: `${cookie}; ${languageCookie(language)}`, ...fromOwnPage };
  const response = await fetch(`${app.url}/console/campaigns/new`, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
  });
  expect(response.status).toBe(422);
  const [, text] = new RegExp(`id="create--${field}-problem"[^>]*>([^<]*)`).exec(await response.text()) ?? [];
  return text;
}

test.each([
  ['name', { name: '' }, 'Please fill in this field.', 'Bitte füllen Sie dieses Feld aus.'],
  ['name', { name: 'x'.repeat(101) }, 'Enter at most 100 characters.', 'Geben Sie höchstens 100 Zeichen ein.'],
  ['value', { value: 'a lot' }, 'Enter an amount such as 4.50.', 'Geben Sie einen Betrag wie 4,50 ein.'],
  [
    'currency',
    { currency: '€€€' },
    'Enter three letters, such as EUR.',
    'Geben Sie drei Buchstaben ein, zum Beispiel EUR.',
  ],
  ['endsAfter', { endsAfter: '0' }, 'Enter 1 or more.', 'Geben Sie mindestens 1 ein.'],
  [
    'endsAfter',
    { endsAfter: 'ten' },
    'Enter a whole number from 1 to 36,500.',
    'Geben Sie eine ganze Zahl von 1 bis 36.500 ein.',
  ],
  [
    'bannerUrls',
    { bannerUrls: 'https://example.com/a.png\n\nbread' },
    'Line 3: Enter a whole public address that begins with https://, such as https://example.com/bread.png.',
    'Zeile 3: Geben Sie eine vollständige öffentliche Adresse ein, die mit https:// beginnt, zum Beispiel https://example.com/brot.png.',
  ],
])('a wrong %s is explained in the language of the person: %j', async (field, fields, english, german) => {
  const given = fields as Record<string, string>;
  expect([await refusalOf(field, given, 'en'), await refusalOf(field, given, 'de')]).toEqual([english, german]);
});

test('two questions of a public page with the same label are explained at the later one', async () => {
  const { owner } = await app.client();
  const own = await makeCookie(app.database, await makePerson(app.database, owner));
  const { id } = await makeCoupon(app.database, owner);
  const response = await fetch(`${app.url}/console/campaigns/${id}/page`, {
    method: 'POST',
    headers: { Cookie: own, ...fromOwnPage },
    body: new URLSearchParams({
      ...{ _form: 'save', open: 'on', label_CUSTOM_FIELD_1: 'Shop', label_CUSTOM_FIELD_2: 'Shop' },
    }),
    redirect: 'manual',
  });
  const [, field, text] = /id="save--(\w+)-problem"[^>]*>([^<]*)/.exec(await response.text()) ?? [];
  expect([response.status, field, text]).toEqual([
    ...[422, 'label_CUSTOM_FIELD_2'],
    'Use at most 80 characters, without tabs, and a label that no other question has.',
  ]);
});

test('one mistake is explained in one sentence', async () => {
  const visitor = await ConsoleVisitor.of(app, (await app.client()).owner);
  const withoutName = await visitor.post('/settings/tills', 'create', { name: ' ', offlineRedemption: 'REFUSE' });
  const long = await visitor.post('/campaigns/new', 'create', {
    ...{ name: 'Rye', timezone: 'x'.repeat(51), logoUrl: 'x'.repeat(501) },
  });

  expect(shownForm(withoutName.text, 'create')?.marked).toEqual({ name: 'Please fill in this field.' });
  expect(shownForm(long.text, 'create')?.marked).toEqual({
    timezone: 'Enter at most 50 characters.',
    logoUrl: 'Enter at most 500 characters.',
  });
});

test('a label of a till that is too long is explained at its field', async () => {
  const visitor = await ConsoleVisitor.of(app, (await app.client()).owner);
  const { text } = await visitor.post('/settings/tills', 'create', {
    ...{ name: 'Till 1', offlineRedemption: 'REFUSE', ask2: 'Table', ask5: 'x'.repeat(51) },
  });

  expect(shownForm(text, 'create')?.marked).toEqual({ ask5: 'Enter at most 50 characters.' });
});

test('a form that the page does not have is answered with what to do', async () => {
  const visitor = await ConsoleVisitor.of(app, (await app.client()).owner);

  const { status, text } = await visitor.post('/campaigns/new', 'bogus', { name: 'Rye' });

  expect(status).toBe(400);
  expect(text).toMatch(/<p class="note bad" role="alert">This page is out of date. Please open it again.<\/p>/);
});

test.each([
  ['en', /Enter a whole public address that begins with https:\/\//],
  ['de', /Geben Sie eine vollständige öffentliche Adresse ein, die mit https:\/\/ beginnt/],
] as const)('a picture without https is refused in words of people: %s', async (language, words) => {
  expect(await refusalOf('imageUrl', { imageUrl: 'http://example.com/rye.png' }, language)).toMatch(words);
});
