import { expect, test } from 'vitest';
import { pages } from '../../../src/vocabulary/links.ts';
import { connect } from '../../messaging/connect.ts';
import { TestPlatforms } from '../../messaging/test-platforms.ts';
import { useAppWithBackground } from '../../support/app.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { makeDirectory } from '../../support/make-directories.ts';
import { makeCard } from '../../support/make-loyalty.ts';
import { addressOf } from './session-shapes.ts';
import { ok } from './wire.ts';

/* The sends of /v3, as existing callers know them. */

const platforms = new TestPlatforms();
const app = useAppWithBackground({}, { openPlatform: platforms.open });
const messageId = expect.stringMatching(/^msg_[0-9a-z]{16}$/);
const emailPath = '/v3/send/email';
const smsPath = '/v3/send/sms';

async function connected() {
  const client = await app.client();
  await connect(app.database, client);
  return client;
}

test('send/email of a coupon', async () => {
  const client = await connected();
  const coupon = await makeCoupon(app.database, client.owner, { emailSubject: 'For [FIRSTNAME]' });
  const fields = { campaign: coupon.id, email: 'Ada@Example.com', firstname: 'Ada', check_unique: true };
  const { status, body } = await client.rest(emailPath, fields);
  const session = String(body.single_use_code);
  const answer = {
    ...{ ...ok, campaign: coupon.id, subject: 'For Ada', receiver: 'Ada@Example.com' },
    ...{ single_use_code: session, single_use_url: addressOf({ url: app.url, coupon, session }) },
    ...{ action: 'email_sent', message_id: messageId },
  };
  expect(session).toMatch(/^[0-9a-z]{21}$/);
  expect([status, body]).toEqual([200, answer]);
  const again = await client.rest(emailPath, new URLSearchParams({ ...fields, check_unique: 'true' }));
  expect(again.body).toEqual({ ...body, action: 'email_not_sent_duplicate' });
});

test('send/sms of a coupon', async () => {
  const client = await connected();
  const coupon = await makeCoupon(app.database, client.owner);
  const { session } = await makeSession(app.database, client.owner, { coupon });
  const given = { campaign: coupon.id, phone: '+49 (30) 1234-5678', couponsession: session, body: 'Warm rye:' };
  const { status, body } = await client.rest(smsPath, given);
  const address = addressOf({ url: app.url, coupon, session });
  expect([status, body]).toEqual([
    200,
    {
      ...{ ...ok, campaign: coupon.id, message: `Warm rye: ${address}`, phone: '493012345678' },
      ...{ single_use_code: session, single_use_url: address, action: 'sms_sent', message_id: messageId },
    },
  ]);
  expect(platforms.of(client.owner.account)).toMatchObject([{ text: body.message }]);
});

test('a form in which the + of a phone number was not encoded', async () => {
  const client = await connected();
  const { id } = await makeCoupon(app.database, client.owner);
  const { body } = await client.rest(smsPath, new URLSearchParams(`campaign=${id}&phone=+493012345678`));
  expect(body).toMatchObject({ action: 'sms_sent', phone: '493012345678' });
});

test('sends of a loyalty card', async () => {
  const client = await connected();
  const card = await makeCard(app.database, client.owner);
  const campaign = card.id;
  const email = await client.rest(emailPath, { campaign, email: 'ada@example.com', subject: 'Card', body: '[URL]' });
  expect([email.status, email.body]).toEqual([
    200,
    {
      ...{ ...ok, campaign, subject: 'Card', receiver: 'ada@example.com' },
      ...{ action: 'email_sent', message_id: messageId },
    },
  ]);
  const sms = await client.rest(smsPath, { campaign, phone: '+493012345678', body: 'Card:' });
  expect([sms.status, sms.body]).toEqual([
    200,
    {
      ...{ ...ok, campaign, message: `Card: ${app.url}${pages.loyaltyCard}/${card.code}`, phone: '493012345678' },
      ...{ action: 'sms_sent', message_id: messageId },
    },
  ]);
});

test('sends of a directory take nothing from the email balance', async () => {
  const client = await connected();
  const directory = await makeDirectory(app.database, client.owner);
  const campaign = directory.id;
  const email = await client.rest(emailPath, { campaign, email: 'ada@example.com', subject: 'Guide' });
  expect([email.status, email.body]).toEqual([
    200,
    {
      ...{ ...ok, campaign, subject: 'Guide', receiver: 'ada@example.com' },
      ...{ action: 'email_sent', message_id: messageId },
    },
  ]);
  const { data } = await client.graphql('{ viewer { account { emailBalance } } }');
  expect(data.viewer.account.emailBalance).toBe(0);
  const sms = await client.rest(smsPath, { campaign, phone: '+493012345678', body: 'Guide:' });
  expect([sms.status, sms.body]).toEqual([
    200,
    {
      ...{ ...ok, campaign, message: `Guide: ${app.url}${pages.directory}/${directory.code}`, phone: '493012345678' },
      ...{ action: 'sms_sent', message_id: messageId },
    },
  ]);
});

const past = '2020-01-01 00:00:00.000';

test.for([
  ['the coupon is voided', { voided: true }, null],
  ['the coupon is locked', { locked: true }, null],
  ['the coupon is expired', { expiresAt: past }, null],
  ['the session is expired', {}, { expiresAt: past }],
  ['the session is voided', {}, { voided: true }],
  ['the session is locked', {}, { claimed: true, locked: true }],
] as const)('nothing is sent if %s', async ([reason, facts, ofSession]) => {
  const client = await connected();
  const coupon = await makeCoupon(app.database, client.owner, facts);
  const given = ofSession && (await makeSession(app.database, client.owner, { coupon, ...ofSession }));
  const fields = { campaign: coupon.id, ...(given && { couponsession: given.session }) };
  const email = await client.rest(emailPath, { ...fields, email: 'ada@example.com' });
  expect(email.body.status.errors).toMatchObject({
    error_message_description: [`Email not sent to ada@example.com: ${reason}.`],
    error_code: [604],
  });
  const sms = await client.rest(smsPath, { ...fields, phone: '+493012345678' });
  expect(sms.body.status.errors).toMatchObject({
    error_message_description: [`SMS not sent to +493012345678: ${reason}.`],
    error_code: [602],
  });
  expect(platforms.of(client.owner.account)).toEqual([]);
});
