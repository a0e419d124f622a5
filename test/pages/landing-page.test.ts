import { expect, test } from 'vitest';
import type { LandingField, LandingPage } from '../../src/coupons/landing-page/landing-page.ts';
import { now } from '../../src/kernel/values/instant.ts';
import { useApp } from '../support/app.ts';
import { eventsOf, eventTypesOf } from '../support/events.ts';
import { makeCoupon } from '../support/make.ts';
import { makeLanding, passOf } from '../support/make-landing.ts';
import { type Page, Visitor } from './visitor.ts';

const app = useApp({ trustedProxies: ['127.0.0.1'] });

const field = (kind: LandingField['kind'], label: string | null = null, required = true) => ({ kind, label, required });

type Changes = Parameters<typeof makeCoupon>[2] & { page?: Partial<LandingPage> };

async function landing(changes: Changes = {}) {
  const client = await app.client();
  const coupon = await makeLanding(app.database, client.owner, changes);
  const path = `/p/${coupon.code}`;
  const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    new Visitor(app.url).post(path, { pass: passOf(coupon.id), ...fields }, headers);
  const sessions = async () => {
    const { data } = await client.graphql(
      `query ($coupon: ID!) { couponSessions(coupon: $coupon, first: 100) { nodes {
        session firstName lastName email phone customField1 customField2 utmSource } } }`,
      { coupon: coupon.id },
    );
    return data.couponSessions.nodes;
  };
  return { client, coupon, path, send, sessions };
}

const textIn = ({ text }: Page) => text.replace(/<[^>]+>/g, ' ');

test('the page says what is offered, until when and by whom, and programs can preview its link', async () => {
  const { path } = await landing({
    ...{ subtitle: 'On us', description: 'One loaf.', terms: 'No cash.', poweredBy: 'Bakery & Sons', value: '4.50' },
    ...{ currency: 'EUR', imageUrl: 'https://img.example/1.jpg', timezone: 'Europe/Berlin' },
    expiry: { fixed: { at: '2090-01-31 12:00:00' } },
  });

  const page = await new Visitor(app.url).get(path);

  expect(page.status).toBe(200);
  for (const words of [
    'Fresh bread',
    'On us',
    'One loaf.',
    'No cash.',
    'Bakery &amp; Sons',
    '€4.50',
    '31 January 2090',
  ])
    expect(page.text).toContain(words);
  expect(page.text).toContain('<title>Fresh bread</title>');
  expect(page.text).toContain(`<link rel="canonical" href="${app.url}${path}"`);
  for (const [name, content] of [
    ['og:title', 'Fresh bread'],
    ['og:description', 'On us'],
    ['og:image', 'https://img.example/1.jpg'],
    ['og:url', app.url + path],
  ])
    expect(page.text).toContain(`<meta property="${name}" content="${content}"`);
  expect(page.headers.get('x-robots-tag')).toBeNull();
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
});

test('a visitor who sends the form gets a session and is led to its page', async () => {
  const { coupon, path, send, sessions } = await landing({
    page: {
      fields: [
        ...[field('FIRST_NAME'), field('LAST_NAME', 'Family name', false), field('EMAIL'), field('PHONE')],
        ...[field('CUSTOM_FIELD_1', 'Favourite bread'), field('CUSTOM_FIELD_2', 'Shop', false)],
      ],
      consent: 'I agree to letters.',
    },
  });
  const opened = await new Visitor(app.url).get(`${path}?utm_source=flyer&utm_source=poster&custom3=window&other=1`);
  expect(opened.text).toContain('name="utm_source" value="poster"');
  expect(opened.text).not.toContain('name="other"');

  const { status, location } = await send({
    ...{ firstName: ' Ada ', email: '\u200bAda@Bücher.example ', phone: '0049 (0)30 1234-567', customField1: 'Rye' },
    ...{ customField2: '', consent: 'yes', utm_source: 'poster', custom3: 'window' },
  });

  const [session] = await sessions();
  expect([status, location]).toEqual([303, `${path}/${session.session}`]);
  expect(session).toMatchObject({
    ...{ firstName: 'Ada', lastName: null, email: 'Ada@xn--bcher-kva.example', phone: '+49301234567' },
    ...{ customField1: 'Rye', customField2: null, utmSource: 'poster' },
  });
  const events = await eventsOf(app.database, { campaignId: coupon.id });
  expect(events.map(({ type }) => type)).toEqual(['landing_page_opened', 'coupon_session_created', 'lp_submission']);
  expect(events[2]).toMatchObject({
    ...{ kind: 'LANDING_PAGE', session: session.session, keyId: null },
    data: {
      session: session.session,
      labelled: {
        ...{ 'First name': 'Ada', Email: 'Ada@xn--bcher-kva.example', 'Mobile number': '+49301234567' },
        'Favourite bread': 'Rye',
      },
      consent: 'I agree to letters.',
      tags: { utm: { utmSource: 'poster' }, custom: { custom3: 'window' } },
    },
  });
});

test('wrong and missing answers are named at their fields, and what was typed stays', async () => {
  const { send, sessions } = await landing({
    page: {
      fields: [field('FIRST_NAME'), field('EMAIL'), field('PHONE'), field('CUSTOM_FIELD_1', 'Bread')],
      consent: 'I agree.',
    },
  });

  const page = await send({ email: 'ada@', phone: '030 1234', customField1: 'x'.repeat(51) });

  expect(page.status).toBe(422);
  expect(page.text).toContain('<p class="problem" id="firstName-problem">Please fill in this field.');
  expect(page.text).toContain('<p class="problem" id="email-problem">This is not an email address.');
  expect(page.text).toContain('<p class="problem" id="phone-problem">This is not a phone number with a country code');
  expect(page.text).toContain('<p class="problem" id="customField1-problem">At most 50 characters.');
  expect(page.text).toContain('<p class="problem" id="consent-problem">');
  expect(page.text).toContain('value="ada@"');
  expect(page.text).toContain('aria-invalid="true"');
  expect(await sessions()).toEqual([]);
});

test('hostile text of visitors and of the account is escaped', async () => {
  const hostile = `"><script>alert('1')</script>`;
  const { path, send } = await landing({
    ...{ title: hostile, subtitle: hostile, description: hostile, terms: hostile, poweredBy: hostile },
    page: { fields: [field('EMAIL', hostile)], consent: hostile },
  });

  const shown = await new Visitor(app.url).get(`${path}?utm_source=${encodeURIComponent(hostile)}`);
  const refused = await send({ email: hostile, utm_source: hostile, pass: hostile });

  for (const { text } of [shown, refused]) {
    expect(text).toContain('&lt;script');
    expect(text).not.toContain('<script');
  }
});

test.each<[string, Changes, string]>([
  ['voided', { voided: true }, 'No longer valid'],
  ['locked', { locked: true }, 'Not available at the moment'],
  ['example', { status: 'EXAMPLE' }, 'Sample only'],
  ['expired', { expiresAt: '2026-02-03 11:00:00.000' }, 'Expired'],
  ['future', { startsAt: '2090-01-01 00:00:00.000' }, 'Not valid yet'],
])('the page of a coupon that is %s says so, and gives nobody a session', async (_, changes, words) => {
  const { path, send, sessions } = await landing(changes);

  const page = await new Visitor(app.url).get(path);
  const sent = await send({ email: 'ada@example.com' });

  expect(page.status).toBe(200);
  expect(page.headers.get('x-robots-tag')).toBe('noindex');
  expect(textIn(page)).toContain(words);
  expect(page.text).not.toContain('<form');
  expect([sent.status, textIn(sent).includes(words)]).toEqual([409, true]);
  expect(await sessions()).toEqual([]);
});

test('the page of a coupon without a form says that a personal link is needed', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);

  const page = await new Visitor(app.url).get(`/p/${coupon.code}`);
  const sent = await new Visitor(app.url).post(`/p/${coupon.code}`, { pass: passOf(coupon.id) });

  expect([page.status, sent.status]).toEqual([200, 409]);
  expect(textIn(page)).toContain('By personal link only');
  expect(page.headers.get('x-robots-tag')).toBe('noindex');
});

test('the page of an unknown or a deleted coupon is not there', async () => {
  const { coupon } = await landing({ deletedAt: now() });

  for (const code of ['00000000', coupon.code]) {
    const page = await new Visitor(app.url).get(`/p/${code}`, { headers: { 'Accept-Language': 'de' } });
    expect([page.status, textIn(page).includes('gibt es keinen Gutschein')]).toEqual([404, true]);
  }
});

test('the page speaks German to those who prefer it', async () => {
  const { path } = await landing({ page: { fields: [field('PHONE')] } });

  const { text } = await new Visitor(app.url).get(path, { headers: { 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.5' } });

  expect(text).toContain('<html lang="de"');
  expect(text).toContain('Handynummer');
  expect(text).toContain('Mit Landesvorwahl');
});

test('with a limit, the page says when all are given away, and a deleted session gives its place back', async () => {
  const { client, coupon, path, send, sessions } = await landing({ page: { limit: 1 } });

  expect((await send({ email: 'ada@example.com' })).status).toBe(303);
  const late = await send({ email: 'bob@example.com' });
  const page = await new Visitor(app.url).get(path);

  expect([late.status, textIn(late).includes('All claimed')]).toEqual([409, true]);
  expect(textIn(page)).toContain('All claimed');
  const [{ session }] = await sessions();
  await client.graphql(
    `mutation { deleteCouponSession(input: { coupon: "${coupon.id}", session: "${session}" }) { session } }`,
  );
  expect((await send({ email: 'bob@example.com' })).status).toBe(303);
});

test.each([
  ['EMAIL', 'email', 'Ada@example.com', 'ada@EXAMPLE.com', 'This email address has already been used'],
  ['PHONE', 'phone', '+49 30 1234567', '0049 (30) 123-4567', 'This number has already been used'],
] as const)(
  'with unique %s, a person gets one session, and nobody is led to it',
  async (unique, name, one, other, words) => {
    const { client, coupon, send, sessions } = await landing({ page: { fields: [field(unique)], unique } });

    const first = await send({ [name]: one });
    const second = await send({ [name]: other });

    expect([first.status, second.status, second.location]).toEqual([303, 409, null]);
    expect(textIn(second)).toContain(words);
    const [{ session }, ...more] = await sessions();
    expect(second.text).not.toContain(session);
    expect(more).toEqual([]);
    await client.graphql(
      `mutation { deleteCouponSession(input: { coupon: "${coupon.id}", session: "${session}" }) { session } }`,
    );
    expect((await send({ [name]: other })).status).toBe(303);
  },
);

test('a form that is sent again leads to the same session, and with other answers to none', async () => {
  const { coupon, send, sessions } = await landing();
  const pass = passOf(coupon.id);

  const [one, two] = await Promise.all([
    send({ email: 'ada@example.com', pass }),
    send({ email: 'ada@example.com', pass }),
  ]);
  const other = await send({ email: 'bob@example.com', pass });

  expect([one.status, two.status, other.status]).toEqual([303, 303, 409]);
  expect(two.location).toBe(one.location);
  expect(textIn(other)).toContain('This form has already been used');
  expect(other.text).toContain('value="bob@example.com"');
  expect(await sessions()).toHaveLength(1);
  expect(await eventTypesOf(app.database, { campaignId: coupon.id })).toEqual([
    'coupon_session_created',
    'lp_submission',
  ]);
});

test('forms that are too young, too old, of another coupon or of nobody are shown again', async () => {
  const { coupon, send, sessions } = await landing();
  const young = passOf(coupon.id, { seconds: 0 });
  const email = 'ada@example.com';

  const tooYoung = await send({ email, pass: young });
  const others = await Promise.all(
    [passOf(coupon.id, { seconds: 7201 }), passOf('cam_0123456789ab'), `${young}x`, ''].map((pass) =>
      send({ email, pass }),
    ),
  );

  expect(textIn(tooYoung)).toContain('That was very quick');
  expect(tooYoung.text).toContain(`name="pass" value="${young}"`);
  for (const page of [tooYoung, ...others]) {
    expect(page.status).toBe(422);
    expect(page.text).toContain(`value="${email}"`);
  }
  expect(await sessions()).toEqual([]);
});

test('who fills in the field for programs gets no session, and reads why', async () => {
  const { send, sessions } = await landing();

  const page = await send({ email: 'ada@example.com', website: 'https://spam.example' });

  expect([page.status, textIn(page).includes('Please leave the last field empty')]).toEqual([422, true]);
  expect(await sessions()).toEqual([]);
});

test.each([
  ['Sec-Fetch-Site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['Origin', { Origin: 'https://evil.example' }],
])('a form that another site sends is refused: %s', async (_, headers) => {
  const { send, sessions } = await landing();

  const page = await send({ email: 'ada@example.com' }, headers);

  expect([page.status, page.text.includes('value="ada@example.com"')]).toEqual([403, true]);
  expect(await sessions()).toEqual([]);
});

test('bodies that are no forms are refused without an error', async () => {
  const { path } = await landing();
  const post = (body: BodyInit, type: string) =>
    new Visitor(app.url).get(path, { method: 'POST', body, headers: { 'Content-Type': type } });

  expect((await post('{"email":"ada@example.com"}', 'application/json')).status).toBe(422);
  expect((await post(`email=${'x'.repeat(70_000)}`, 'application/x-www-form-urlencoded')).status).toBe(413);
  expect((await post('email=a&email=b&__proto__=1', 'application/x-www-form-urlencoded')).status).toBe(422);
});

test('one network can send 100 forms in ten minutes', async () => {
  const { coupon, send } = await landing();
  const from = { 'X-Forwarded-For': '203.0.113.7' };
  const invalid = { email: '', pass: passOf(coupon.id) };

  const pages = await Promise.all(Array.from({ length: 101 }, () => send(invalid, from)));
  const elsewhere = await send(invalid, { 'X-Forwarded-For': '203.0.113.8' });

  expect(pages.filter(({ status }) => status === 422)).toHaveLength(100);
  const [refused] = pages.filter(({ status }) => status === 429);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(elsewhere.status).toBe(422);
});

test('an opening counts once a visitor, and at most 20 times a network; programs do not count', async () => {
  const { coupon, path } = await landing();
  const open = (agent: string, init: RequestInit = {}, address = '203.0.113.7') =>
    new Visitor(app.url).get(path, {
      ...init,
      headers: { 'User-Agent': agent, 'X-Forwarded-For': address, ...(init.headers as Record<string, string>) },
    });
  const opened = async () => (await eventTypesOf(app.database, { campaignId: coupon.id })).length;

  await open('Phone', { headers: { 'Sec-Purpose': 'prefetch' } });
  await open('Phone', { method: 'HEAD' });
  await open('facebookexternalhit/1.1');
  expect(await opened()).toBe(0);
  for (let time = 0; time < 3; time += 1) await open('Phone');
  expect(await opened()).toBe(1);
  for (let visitor = 0; visitor < 25; visitor += 1) await open(`Phone ${visitor}`);
  expect(await opened()).toBe(20);
  await open('Phone', {}, '203.0.113.8');
  expect(await opened()).toBe(21);
});

test('a form that is not UTF-8 is refused, and stores nothing', async () => {
  const { path, coupon, sessions } = await landing({ page: { fields: [field('FIRST_NAME')] } });
  const body = `pass=${passOf(coupon.id)}&first_name=Zo%EB&firstName=Zo%EB`;

  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect((await fetch(app.url + path, { method: 'POST', body, headers })).status).toBe(400);

  expect(await sessions()).toEqual([]);
});

test('a campaign tag that is not UTF-8 is left out', async () => {
  const { path } = await landing();

  const { status, text } = await new Visitor(app.url).get(`${path}?utm_source=caf%E9&utm_medium=mail`);

  expect(status).toBe(200);
  expect(text).toContain('name="utm_medium" value="mail"');
  expect(text).not.toContain('utm_source');
});
