import { beforeAll, expect, inject, test } from 'vitest';
import type { Form } from '../../src/console/frame/screen.ts';
import { screens } from '../../src/console/screen-list.ts';
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

const isThorough = inject('isThorough');
const allTexts = [
  '',
  '0',
  '-1',
  'null',
  '[object Object]',
  '2026-13-45T99:99',
  '\u0000\ud83e',
  'a\r\nb: <b>"\'&',
  'ö'.repeat(300),
];
/** In `npm test` the last, in which most is wrong. */
const texts = isThorough ? allTexts : allTexts.slice(-2);
const forms = screens.flatMap((screen) =>
  Object.entries(screen.forms ?? {}).map(([name, form]) => ({ screen, path: screen.path, name, form })),
);

test.each(forms)('the form $name of $path fails only for what it was sent', async ({ screen, name, form }) => {
  const bodies = [
    [],
    ...texts.map((text) => fieldsOf(form).map((field) => [field, text])),
    fieldsOf(form).flatMap((field) => [
      [field, '1'],
      [field, '2'],
    ]),
    [
      ['__proto__', '1'],
      ['constructor', '1'],
      ['_key', '__proto__'],
    ],
  ];
  for (const fields of bodies) {
    for (const also of [[], [['_as', 'call']]]) {
      const body = new URLSearchParams([['_form', name], ...fields, ...also] as [string, string][]);
      const headers = { Cookie: cookie, ...fromOwnPage };
      const init = { method: 'POST', body, headers, redirect: 'manual' } as const;
      const { status } = await fetch(app.url + addressOf(screen, things), init);
      expect(status, `${body}`).toBeLessThan(500);
    }
  }
});

const fieldsOf = ({ fields }: Form) => Object.keys(fields);

test.each(screens)('$path opens with any query string and any ids', async (screen) => {
  const address = addressOf(screen, things);
  const all = ['after=x', 'after=W10', 'page=-1', 'from=x&to=y', 'text=%00&search=%ff', 'state=NONE', 'done=__proto__'];
  const queries = isThorough ? all : all.slice(-3);
  const hostile = screen.path.replace(/:\w+/g, '%00%27');
  for (const path of [...queries.map((query) => `${address}?${query}`), `/console${hostile}`]) {
    const { status } = await fetch(app.url + path, { headers: { Cookie: cookie }, redirect: 'manual' });
    expect(status, path).toBeLessThan(500);
  }
});
