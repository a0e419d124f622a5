import { expect, test } from 'vitest';
import { languageCookie } from '../../src/console/frame/language.ts';
import { noticeKey, noticesOf } from '../../src/console/frame/screen.ts';
import { screens } from '../../src/console/screen-list.ts';
import { dictionaries } from '../../src/words/languages.ts';
import { useApp } from '../support/app.ts';
import { fromOwnPage, makeCookie, makePerson } from '../support/make-people.ts';

const app = useApp();

const forms = screens.flatMap((screen) =>
  Object.entries(screen.forms ?? {}).map(([name, form]) => ({ screen, path: screen.path, name, form })),
);

test.each(forms)('the form $name of $path says what happened', ({ form: { notice, show, opens } }) => {
  if (!notice) return expect(show ?? opens, 'what it shows says it').toBeDefined();
  const notices = Object.values(dictionaries).map((words) => notice(words));

  expect(new Set(notices).size, 'each language has its own').toBe(notices.length);
  // A sentence with a subject, such as “The campaign was saved.”
  for (const notice of notices) expect(notice).toMatch(/^\p{Lu}\S*( \S+)+\.$/u);
});

test('on another screen, the key of a form announces only what that form did', () => {
  const notices = noticesOf(screens);

  for (const { screen, name, form } of forms.filter(({ form: { done, notice } }) => done && notice))
    expect(notices.get(noticeKey(screen, name))).toBe(form.notice);
});

test('a new campaign is announced on its own screen, in the language of the person', async () => {
  const { owner } = await app.client();
  const cookie = await makeCookie(app.database, await makePerson(app.database, owner));
  const init = { method: 'POST', headers: { Cookie: cookie, ...fromOwnPage }, redirect: 'manual' } as const;
  const body = new URLSearchParams({ _form: 'create', name: 'Bread', timezone: 'Europe/Berlin' });

  const { headers } = await fetch(`${app.url}/console/campaigns/new`, { ...init, body });
  const place = headers.get('location') ?? '';
  const page = await fetch(app.url + place, { headers: { Cookie: `${cookie}; ${languageCookie('de')}` } });

  expect(place).toMatch(/^\/console\/campaigns\/cam_\w+\?done=campaigns\.new\.create$/);
  expect(await page.text()).toContain(dictionaries.de.campaigns.created);
});

test('an address with an unknown form announces nothing', async () => {
  const { owner } = await app.client();
  const cookie = await makeCookie(app.database, await makePerson(app.database, owner));

  const page = await fetch(`${app.url}/console/campaigns?done=toString`, { headers: { Cookie: cookie } });

  expect(await page.text()).not.toContain('role="status"');
});
