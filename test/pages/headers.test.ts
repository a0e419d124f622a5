import { describe, expect, test } from 'vitest';
import { mutate } from '../directories/mutate.ts';
import { type App, useApp } from '../support/app.ts';
import { makeSession } from '../support/make.ts';
import { makeDirectory, makeDirectoryUser, makePlacement, usualPassword } from '../support/make-directories.ts';
import { makeUser } from '../support/make-loyalty.ts';
import { type Page, Visitor } from './visitor.ts';

const onHttp = useApp();
const onHttps = useApp({ publicUrl: 'https://guide.example' });

const checklist: Record<string, string> = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' https:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** The pages with a script, which follows their changes. */
const personal = new Set(['coupon', 'card of a user']);

const withScript = {
  ...checklist,
  'content-security-policy': `${checklist['content-security-policy']}; script-src 'self'; connect-src 'self'`,
};

describe.each([
  { scheme: 'http', app: onHttp, transport: null, flags: 'HttpOnly; SameSite=Lax' },
  { scheme: 'https', app: onHttps, transport: 'max-age=63072000', flags: 'HttpOnly; Secure; SameSite=Lax' },
])('on $scheme', ({ app, transport, flags }) => {
  test('every response of a customer page has the required headers', async () => {
    for (const [name, { headers }] of Object.entries(await answersOf(app))) {
      const found = Object.keys(checklist).map((header) => [header, headers.get(header)]);
      expect(Object.fromEntries(found), name).toEqual(personal.has(name) ? withScript : checklist);
      expect(headers.get('strict-transport-security'), name).toBe(transport);
      expect(headers.get('x-powered-by'), name).toBeNull();
      expect(headers.get('etag'), name).toBeNull();
    }
  });

  test('cookies are withheld from scripts, other sites and other paths', async () => {
    const answers = await answersOf(app);
    const lines = Object.values(answers).flatMap(({ headers }) => headers.getSetCookie());

    const kept = lines.filter((line) => !line.includes('Expires=Thu, 01 Jan 1970'));
    expect(kept.map((line) => line.split('=')[0])).toEqual(expect.arrayContaining(['visit', 'member']));
    for (const line of kept) expect(line).toMatch(new RegExp(`^\\w+=[\\w-]+\\.[\\w-]+;.* Path=/d/\\w{8};.*${flags}$`));
  });
});

test('pages load only a style sheet and images, which may be cached', async () => {
  const { page } = await answersOf(onHttp);
  const visitor = new Visitor(onHttp.url);

  const files = [...(page?.text ?? '').matchAll(/(?:src|href)="(\/site\/[^"]+)"/g)].map(([, file]) => file ?? '');

  expect(page?.text).not.toMatch(/<script|<style|style="|\son\w+=/);
  expect(new Set(files)).toEqual(new Set([expect.stringMatching(/^\/site\/[0-9a-f]{16}\.css$/), '/site/icon.svg']));
  for (const file of files) {
    const { status, headers } = await visitor.get(file);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toMatch(/^public, max-age=/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

/** One response of every kind. */
async function answersOf(app: App): Promise<Record<string, Page>> {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const user = await makeDirectoryUser(app.database, client.owner, { directory });
  const { campaignId } = await makePlacement(app.database, client.owner, directory);
  const session = await makeSession(app.database, client.owner);
  const subject = await makeUser(app.database, client.owner);
  const name = { directory: directory.id, user: user.id };
  const { token } = (await mutate(client, 'createSingleSignOn', name, 'token')).data;
  const visitor = new Visitor(app.url);
  const path = `/d/${directory.code}`;
  return {
    page: await visitor.get(path),
    'wrong password': await visitor.signIn(directory.code, user.email, 'a wrong password'),
    'sign-in': await visitor.signIn(directory.code, user.email, usualPassword),
    'page of a member': await visitor.get(path),
    'opened campaign': await visitor.post(`${path}/open`, { campaign: campaignId }),
    'sign-out': await visitor.post(`${path}/sign-out`, {}),
    'single sign-on': await visitor.get(`${path}/sso?token=${token}`),
    'used single sign-on': await visitor.get(`${path}/sso?token=${token}`),
    'refused form': await visitor.post(`${path}/open`, { form: '' }),
    'unreadable form': await visitor.post(`${path}/open`, { campaign: 'x'.repeat(20_000) }),
    'no directory': await visitor.get('/d/00000000'),
    coupon: await visitor.get(`/p/${session.couponCode}/${session.session}`),
    barcode: await visitor.get(`/p/${session.couponCode}/${session.session}/barcode.svg`),
    'loyalty card': await visitor.get(`/l/${subject.cardCode}`),
    'card of a user': await visitor.get(`/l/${subject.cardCode}/${subject.id}`),
    'no card': await visitor.get('/l/00000000'),
    'no coupon': await visitor.get('/p/00000000/0'),
  };
}
