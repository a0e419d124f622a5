import { describe, expect, test } from 'vitest';
import type { Outgoing } from '../../../src/messaging/platform/platform.ts';
import { useAppWithBackground } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { jump } from '../../support/clocks.ts';
import { makeCoupon, makeIntegration, makeSession } from '../../support/make.ts';
import { makeDirectory } from '../../support/make-directories.ts';
import { makeCard } from '../../support/make-loyalty.ts';
import { messageOf } from '../../support/make-messages.ts';
import { connect } from '../connect.ts';
import { TestPlatforms } from '../test-platforms.ts';

const platforms = new TestPlatforms();
const app = useAppWithBackground({}, { openPlatform: platforms.open });

/** Makes a client whose account has integrations for emails and SMS. */
async function connected(): Promise<Client> {
  const client = await app.client();
  await connect(app.database, client);
  return client;
}

/** Sends by GraphQL. */
async function send(client: Client, operation: string, input: object, headers: Record<string, string> = {}) {
  const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
  const { data, codes, errors } = await client.graphql(
    `mutation ($input: ${type}!) { sent: ${operation}(input: $input) {
      message { id status channel address firstName lastName campaignId session segments reason }
      session { session email phone firstName lastName } duplicate } }`,
    { input },
    headers,
  );
  return { ...data?.sent, codes, reason: errors[0]?.message };
}

function received({ owner }: Client): Outgoing[] {
  return platforms.of(owner.account);
}

async function amountOfSessions(coupon: string): Promise<number> {
  const rows = await app.database.rows('SELECT sequence FROM coupon_sessions WHERE coupon_id = ?', [coupon]);
  return rows.length;
}

describe('a coupon by email', () => {
  test('goes out with a new session', async () => {
    const client = await connected();
    const coupon = await makeCoupon(app.database, client.owner, { name: 'Rye', emailSubject: 'For [NAME]' });

    const { message, session, duplicate, codes } = await send(client, 'sendCouponEmail', {
      coupon: coupon.id,
      email: 'Ada@Bücher.example',
      firstName: 'Ada',
      lastName: 'Lovelace',
    });

    expect([codes, duplicate]).toEqual([[], false]);
    expect(message).toMatchObject({
      status: 'SENT',
      channel: 'EMAIL',
      address: 'Ada@Bücher.example',
      firstName: 'Ada',
      campaignId: coupon.id,
      session: session.session,
      segments: null,
    });
    expect(session).toMatchObject({ email: 'Ada@Bücher.example', phone: null, firstName: 'Ada', lastName: 'Lovelace' });
    expect(received(client)).toMatchObject([
      {
        id: message.id,
        to: { name: 'Ada Lovelace', address: 'Ada@xn--bcher-kva.example' },
        from: { name: 'Bakery', address: 'mail@bakery.example' },
        subject: 'For Ada Lovelace',
        text: expect.stringContaining(`/p/${coupon.code}/${session.session}`),
      },
    ]);
  });

  test('carries a given session and uses its name', async () => {
    const client = await connected();
    const made = await makeSession(app.database, client.owner, { firstName: 'Ada', lastName: 'Lovelace' });
    const input = { coupon: made.couponId, email: 'ada@example.com', session: made.session };

    const { message, session } = await send(client, 'sendCouponEmail', { ...input, lastName: 'Byron' });
    expect([message.session, session.session]).toEqual([made.session, made.session]);
    expect(await amountOfSessions(made.couponId)).toBe(1);
    expect(received(client)).toMatchObject([{ to: { name: 'Ada Byron' } }]);
  });

  test.each([
    ['a first name', { firstName: 'Ada' }, '[FIRSTNAME]'],
    ['a last name', { lastName: 'Lovelace' }, '[LASTNAME]'],
    ['both', { firstName: 'Ada', lastName: 'Lovelace' }, '[FIRSTNAME] [LASTNAME]'],
  ])('is not sent with %s for which the body has no placeholder', async (_, names, placeholders) => {
    const client = await connected();
    const coupon = await makeCoupon(app.database, client.owner, { emailBody: 'Hello [NAME], [URL]' });

    const { codes, reason } = await send(client, 'sendCouponEmail', {
      coupon: coupon.id,
      email: 'ada@example.com',
      ...names,
    });
    expect(codes).toEqual(['EMAIL_NOT_SENT']);
    expect(reason).toBe(`Email not sent to ada@example.com: the body has no placeholder ${placeholders}.`);
    expect(await amountOfSessions(coupon.id)).toBe(0);
    expect(
      await send(client, 'sendCouponEmail', { coupon: coupon.id, email: 'ada@example.com', checkUnique: true }),
    ).toMatchObject({ codes: [], duplicate: false });
  });

  test('is not sent if the platform refuses it; message and session remain, and it may be sent again', async () => {
    const client = await connected();
    const coupon = await makeCoupon(app.database, client.owner);
    platforms.answer(
      client.owner.account,
      { outcome: 'REFUSED', reason: '554 No such luck.' },
      { outcome: 'SENT', platformId: null },
    );
    const input = { coupon: coupon.id, email: 'ada@example.com', checkUnique: true };

    const { codes, reason } = await send(client, 'sendCouponEmail', input);
    expect([codes, reason]).toEqual([['EMAIL_NOT_SENT'], 'Email not sent to ada@example.com: 554 No such luck.']);
    expect(await amountOfSessions(coupon.id)).toBe(1);
    const [failed] = received(client);
    expect(await messageOf(app.database, failed?.id ?? '')).toMatchObject({ status: 'FAILED' });
    expect(await send(client, 'sendCouponEmail', input)).toMatchObject({ codes: [], duplicate: false });
    expect(received(client)).toHaveLength(2);
  });

  test('is not sent to an address that opted out, in any case', async () => {
    const client = await connected();
    const { id: coupon } = await makeCoupon(app.database, client.owner);
    await app.database.transaction((transaction) =>
      transaction.change(
        "INSERT INTO opt_outs (account_id, channel, address, reason, created_at) VALUES (?, 'EMAIL', 'ada@example.com', 'REQUESTED', '2026-11-21 08:00:00.000')",
        [client.owner.account.id],
      ),
    );

    const { codes, reason } = await send(client, 'sendCouponEmail', { coupon, email: 'ADA@Example.com' });
    expect(codes).toEqual(['EMAIL_NOT_SENT']);
    expect(reason).toContain('opt-out list');
    expect(await amountOfSessions(coupon)).toBe(0);
  });

  test('is not sent without a sender', async () => {
    const client = await app.client();
    await makeIntegration(app.database, client.owner);
    const { id: coupon } = await makeCoupon(app.database, client.owner);

    const { codes, reason } = await send(client, 'sendCouponEmail', { coupon, email: 'ada@example.com' });
    expect(codes).toEqual(['EMAIL_NOT_SENT']);
    expect(reason).toContain('there is no sender');
    expect(await amountOfSessions(coupon)).toBe(0);
  });
});

describe('check_unique', () => {
  test('sends nothing the second time and returns the earlier message with its session', async () => {
    const client = await connected();
    const { id: coupon } = await makeCoupon(app.database, client.owner);
    const first = await send(client, 'sendCouponEmail', { coupon, email: 'ada@example.com' });

    const second = await send(client, 'sendCouponEmail', { coupon, email: 'ADA@example.com', checkUnique: true });
    expect(second).toMatchObject({ duplicate: true, codes: [] });
    expect([second.message.id, second.session.session]).toEqual([first.message.id, first.session.session]);
    const { body } = await client.rest('/v3/send/email', {
      campaign: coupon,
      email: 'ada@example.com',
      check_unique: 1,
    });
    expect(body).toMatchObject({
      action: 'email_not_sent_duplicate',
      message_id: first.message.id,
      single_use_code: first.session.session,
    });
    expect(received(client)).toHaveLength(1);
    expect(await amountOfSessions(coupon)).toBe(1);
  });

  test('does not affect another coupon, another address or a call without it', async () => {
    const client = await connected();
    const [one, other] = [await makeCoupon(app.database, client.owner), await makeCoupon(app.database, client.owner)];
    const input = { coupon: one.id, email: 'ada@example.com', checkUnique: true };
    await send(client, 'sendCouponEmail', input);

    for (const more of [{ coupon: other.id }, { email: 'ben@example.com' }, { checkUnique: false }])
      expect((await send(client, 'sendCouponEmail', { ...input, ...more })).duplicate).toBe(false);
    expect(received(client)).toHaveLength(4);
  });

  test('recognises phone numbers in any notation', async () => {
    const client = await connected();
    const { id: coupon } = await makeCoupon(app.database, client.owner);
    await send(client, 'sendCouponSms', { coupon, phone: '+49 (30) 1234-567' });

    const second = await send(client, 'sendCouponSms', { coupon, phone: '+49301234567', checkUnique: true });
    expect(second.duplicate).toBe(true);
  });

  test('sends again once the session is removed, unless another one reached the address', async () => {
    const client = await connected();
    const { id: coupon } = await makeCoupon(app.database, client.owner);
    const input = { coupon, email: 'ada@example.com', checkUnique: true };
    const remove = (session: string) =>
      client.rest('/v3/singleuse/remove', { campaign: coupon, couponsession: session });
    const first = await send(client, 'sendCouponEmail', input);
    const second = await send(client, 'sendCouponEmail', { ...input, checkUnique: false });

    await remove(first.session.session);
    const third = await send(client, 'sendCouponEmail', input);
    expect([third.duplicate, third.message.id]).toEqual([true, second.message.id]);
    await remove(second.session.session);
    expect((await send(client, 'sendCouponEmail', input)).duplicate).toBe(false);
  });

  test('remembers an earlier success when a later send fails', async () => {
    const client = await connected();
    const { id: coupon } = await makeCoupon(app.database, client.owner);
    const input = { coupon, email: 'ada@example.com' };
    platforms.answer(
      client.owner.account,
      { outcome: 'REFUSED', reason: 'Not now.' },
      { outcome: 'SENT', platformId: null },
      { outcome: 'REFUSED', reason: 'No more.' },
    );

    expect((await send(client, 'sendCouponEmail', input)).codes).toEqual(['EMAIL_NOT_SENT']);
    const second = await send(client, 'sendCouponEmail', input);
    expect((await send(client, 'sendCouponEmail', input)).codes).toEqual(['EMAIL_NOT_SENT']);
    const last = await send(client, 'sendCouponEmail', { ...input, checkUnique: true });
    expect([last.duplicate, last.message?.id]).toEqual([true, second.message.id]);
  });
});

describe('a coupon by SMS', () => {
  test('goes out in E.164 with its address at the end, and counts its parts', async () => {
    const client = await connected();
    const coupon = await makeCoupon(app.database, client.owner, { smsBody: 'Hello [FIRSTNAME], bread!' });

    const { message, session } = await send(client, 'sendCouponSms', {
      coupon: coupon.id,
      phone: '+49 (30) 1234-567',
      firstName: 'Ada',
    });
    const [outgoing] = received(client);
    expect(message).toMatchObject({ status: 'SENT', channel: 'SMS', address: '+49301234567', segments: 1 });
    expect(session).toMatchObject({ phone: '+49301234567', email: null, firstName: 'Ada' });
    expect(outgoing).toMatchObject({ id: message.id, to: '+49301234567' });
    expect((outgoing as { text: string }).text).toMatch(
      new RegExp(`^Hello Ada, bread! http.*/p/${coupon.code}/${session.session}$`),
    );
    const long = { coupon: coupon.id, phone: '+49301234567', body: 'Ж'.repeat(300) };
    expect((await send(client, 'sendCouponSms', long)).message.segments).toBe(6);
  });

  test('is not sent if the platform refuses it or reports that the number has opted out', async () => {
    const client = await connected();
    const { id: coupon } = await makeCoupon(app.database, client.owner);
    platforms.answer(
      client.owner.account,
      { outcome: 'REFUSED', reason: 'Unknown number' },
      { outcome: 'REFUSED', reason: 'Opted out', optedOut: true },
    );
    const input = { coupon, phone: '+49301234567' };

    const refused = await send(client, 'sendCouponSms', input);
    expect([refused.codes, refused.reason]).toEqual([
      ['SMS_NOT_SENT'],
      'SMS not sent to +49301234567: Unknown number.',
    ]);
    expect((await send(client, 'sendCouponSms', input)).codes).toEqual(['SMS_OPTED_OUT']);
    // The opt-out is now stored.
    expect((await send(client, 'sendCouponSms', input)).codes).toEqual(['SMS_OPTED_OUT']);
    expect(received(client)).toHaveLength(2);
    expect(await amountOfSessions(coupon)).toBe(2);
  });
});

test('a loyalty card goes out by email and SMS, with texts of the caller', async () => {
  const client = await connected();
  const card = await makeCard(app.database, client.owner, { name: 'Ten coffees' });

  const email = await send(client, 'sendLoyaltyCardEmail', { card: card.id, email: 'ada@example.com' });
  await send(client, 'sendLoyaltyCardEmail', {
    card: card.id,
    email: 'ada@example.com',
    subject: 'Yours',
    body: 'Hi!',
  });
  const sms = await send(client, 'sendLoyaltyCardSms', { card: card.id, phone: '+49301234567', body: 'Hi!' });
  expect([email.session, email.duplicate, sms.session]).toEqual([null, false, null]);
  expect(sms.message).toMatchObject({ campaignId: card.id, segments: 1 });
  expect(received(client)).toMatchObject([
    { subject: 'Your loyalty card: Ten coffees', text: expect.stringContaining(`/l/${card.code}`) },
    { subject: 'Yours', text: expect.stringMatching(new RegExp(`^Hi!\n\nOpen your card:\n.*/l/${card.code}\n`)) },
    { text: expect.stringMatching(new RegExp(`^Hi! .*/l/${card.code}$`)) },
  ]);
});

test('blank fields count as absent, including names', async () => {
  const client = await connected();
  const coupon = await makeCoupon(app.database, client.owner, {
    name: 'Rye',
    emailSubject: ' ',
    emailBody: 'Hi!',
    smsBody: ' ',
  });
  const blank = { subject: ' \n', firstname: ' ', lastname: '\t' };
  const email = await client.rest('/v3/send/email', { campaign: coupon.id, email: 'ada@example.com', ...blank });
  const sms = await client.rest('/v3/send/sms', { campaign: coupon.id, phone: '+49301234567', body: '  ' });
  expect([email.codes, sms.codes]).toEqual([[], []]);
  expect(received(client)).toMatchObject([
    { subject: 'Rye', text: expect.stringMatching(/^Hi!\n/) },
    { text: expect.stringMatching(/^Rye: http/) },
  ]);
});

describe('a directory by email', () => {
  const topUp = (client: Client, amount: number) =>
    client.graphql('mutation ($amount: Int!) { topUpEmailBalance(input: { amount: $amount }) { id } }', { amount });
  const balanceOf = async (client: Client) =>
    (await client.graphql('{ viewer { account { emailBalance } } }')).data.viewer.account.emailBalance;

  test('takes one email from the balance, until none is left', async () => {
    const client = await connected();
    const { id: directory, code } = await makeDirectory(app.database, client.owner);
    const input = { directory, email: 'ada@example.com', subject: 'Look', buttonText: 'See all' };
    expect((await send(client, 'sendDirectoryEmail', input)).codes).toEqual(['EMAIL_BALANCE_EMPTY']);
    await topUp(client, 1);

    expect((await send(client, 'sendDirectoryEmail', input)).codes).toEqual([]);
    expect(await balanceOf(client)).toBe(0);
    expect((await send(client, 'sendDirectoryEmail', input)).codes).toEqual(['EMAIL_BALANCE_EMPTY']);
    expect(
      (await send(client, 'sendDirectoryEmail', { directory, email: 'ada@example.com', free: true })).codes,
    ).toEqual([]);
    expect(received(client)).toMatchObject([
      { subject: 'Look', html: expect.stringMatching(new RegExp(`/d/${code}".*>See all</a>`)) },
      { text: expect.stringContaining(`/d/${code}`) },
    ]);
  });

  test('refunds it when it fails permanently', async () => {
    const client = await connected();
    const { id: directory } = await makeDirectory(app.database, client.owner);
    await topUp(client, 1);
    platforms.answer(client.owner.account, { outcome: 'REFUSED', reason: 'No' });

    expect((await send(client, 'sendDirectoryEmail', { directory, email: 'ada@example.com' })).codes).toEqual([
      'EMAIL_NOT_SENT',
    ]);
    expect(await balanceOf(client)).toBe(1);
  });

  test('has the sender, the type and the texts of the caller on /v4', async () => {
    const client = await connected();
    const { id, code } = await makeDirectory(app.database, client.owner);
    await topUp(client, 5);
    const path = `/v4/directory/${id}/send/email`;
    const good = { from: 'Guide <guide@bücher.example>', subject: 'Look', body: '<b>Hi</b> & bye', button_text: 'Go' };

    const answers = [
      await client.rest(path, { ...good, email: 'ada@example.com', type: 'html' }),
      await client.rest(path, { ...good, to: 'ben@example.com', type: 'text' }),
      await client.rest(path, { email: 'cleo@example.com' }),
    ];
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([200, { message_id: expect.stringMatching(/^msg_/), status: 'sent' }]);
    expect(received(client)).toMatchObject([
      {
        to: { address: 'ada@example.com' },
        from: { name: 'Guide', address: 'guide@xn--bcher-kva.example' },
        html: expect.stringContaining('<b>Hi</b> & bye'),
        text: expect.stringMatching(/^Hi & bye\n\nGo:\n/),
      },
      { to: { address: 'ben@example.com' }, html: expect.stringContaining('&lt;b&gt;Hi&lt;/b&gt; &amp; bye') },
      { from: { name: 'Bakery', address: 'mail@bakery.example' }, html: expect.stringContaining('View deals') },
    ]);
    const sms = await client.rest(`/v4/directory/${id}/send/sms`, { phone: '+49 30 1234567', body: 'Deals' });
    expect([sms.status, sms.body]).toMatchObject([200, { receiver: '+49301234567', status: 'sent' }]);
    expect(received(client).at(-1)).toMatchObject({ text: expect.stringMatching(new RegExp(`^Deals .*/d/${code}$`)) });
  });
});

test('a send returns while it is queued if the platform does not respond for a while', async () => {
  const client = await connected();
  const { id: card } = await makeCard(app.database, client.owner);
  platforms.answer(client.owner.account, { outcome: 'DEFERRED', reason: 'Greylisted' });

  const sending = send(client, 'sendLoyaltyCardEmail', { card, email: 'ada@example.com' });
  const failures = 'SELECT m.failures AS failures FROM messages m WHERE m.campaign_id = ?';
  await expect.poll(() => app.database.rows(failures, [card])).toEqual([{ failures: 1 }]);
  jump(10_000);

  const { message, codes } = await sending;
  expect([codes, message]).toMatchObject([[], { status: 'QUEUED', reason: 'Greylisted' }]);
});

describe('by REST', () => {
  test('the id determines the kind of a campaign', async () => {
    const client = await connected();
    const coupon = await makeCoupon(app.database, client.owner);
    const card = await makeCard(app.database, client.owner);
    const directory = await makeDirectory(app.database, client.owner);

    for (const campaign of [coupon.id, card.id, directory.id]) {
      const { body } = await client.rest('/v3/send/sms', { campaign, phone: '+49 30 1234567' });
      expect(body).toMatchObject({ campaign, action: 'sms_sent' });
    }
    expect(received(client)).toHaveLength(3);
  });

  test('a coupon accepts names, a session, and forms as well as JSON', async () => {
    const client = await connected();
    const { couponId: campaign, session } = await makeSession(app.database, client.owner);
    const fields = { campaign, email: 'ada@example.com', couponsession: session, firstname: 'Ada', subject: 'Hi' };

    const { body } = await client.rest('/v3/send/email', new URLSearchParams({ ...fields, check_unique: 'true' }));
    expect(body).toMatchObject({ action: 'email_sent', single_use_code: session });
    expect(received(client)).toMatchObject([{ subject: 'Hi', to: { name: 'Ada' } }]);
  });
});

describe('an Idempotency-Key', () => {
  test('makes a send happen once and returns the same result again', async () => {
    const client = await connected();
    const { id: campaign } = await makeCoupon(app.database, client.owner);
    const call = () =>
      client.rest('/v3/send/email', { campaign, email: 'ada@example.com' }, { 'Idempotency-Key': 'a' });

    const [first, second] = [await call(), await call()];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('Idempotent-Replayed')).toBe('true');
    const simultaneous = await Promise.all(Array.from({ length: 10 }, call));
    for (const { status, codes } of simultaneous) expect(status === 200 || codes[0] === 1012).toBe(true);
    expect(received(client)).toHaveLength(1);
    expect(await amountOfSessions(campaign)).toBe(1);
  });

  test('returns a refusal of the platform again', async () => {
    const client = await connected();
    const { id: coupon } = await makeCoupon(app.database, client.owner);
    platforms.answer(client.owner.account, { outcome: 'REFUSED', reason: 'No' });
    const call = () =>
      send(client, 'sendCouponEmail', { coupon, email: 'ada@example.com' }, { 'Idempotency-Key': 'a' });

    expect((await call()).codes).toEqual(['EMAIL_NOT_SENT']);
    expect((await call()).codes).toEqual(['EMAIL_NOT_SENT']);
    expect(received(client)).toHaveLength(1);
  });
});
