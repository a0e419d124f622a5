import { expect } from 'vitest';
import { accounts } from '../../src/accounts/account/account.ts';
import { loggedRequests } from '../../src/accounts/requests/logged-request.ts';
import { notices } from '../../src/accounts/viewer/notice.ts';
import type { ContactGroup } from '../../src/contacts/group/contact-group.ts';
import type { Coupon } from '../../src/coupons/coupon/coupon.ts';
import type { Directory } from '../../src/directories/directory/directory.ts';
import { insertExternalIds } from '../../src/external-ids/external-id.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { insertRow, updateRows } from '../../src/kernel/database/rows.ts';
import { jobs } from '../../src/kernel/jobs/job.ts';
import { jobKind } from '../../src/kernel/jobs/job-definition.ts';
import { enqueue } from '../../src/kernel/jobs/job-queue.ts';
import { now } from '../../src/kernel/values/instant.ts';
import { randomCode } from '../../src/kernel/values/random-ids.ts';
import type { LoyaltyCard } from '../../src/loyalty/card/card.ts';
import { earlyReceipts } from '../../src/messaging/receipt/early-receipt.ts';
import { submitLandingForm } from '../../src/sessions/landing/landing-submission.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import type { Client } from '../support/client.ts';
import { makeIntegration } from '../support/make.ts';
import { connectServices, makeGroup } from '../support/make-contacts.ts';
import { makeDirectory } from '../support/make-directories.ts';
import { makeLanding } from '../support/make-landing.ts';
import { makeCard } from '../support/make-loyalty.ts';
import { makeSavedPasses } from '../support/make-wallets.ts';

/** A person, all of whose texts contain the same letters. */
export interface Life {
  letters: string;
  email: string;
  phone: string;
  /** Matches every trace of the person. */
  markers: RegExp;
}

export function personOf(letters: string, phone: string): Life {
  const digits = phone.replace(/\D/g, '');
  return {
    letters,
    email: `${letters}@example.com`,
    phone,
    markers: new RegExp(`${letters}|${digits}|${digits.slice(2)}`, 'i'),
  };
}

/** What the lives of an account happen in. */
export interface World {
  coupon: Coupon;
  card: LoyaltyCard;
  directory: Directory;
  group: ContactGroup;
  integration: string;
}

export async function makeWorld(database: Database, { owner }: Client): Promise<World> {
  const page = {
    fields: [
      { kind: 'EMAIL', label: null, required: true },
      { kind: 'CUSTOM_1', label: 'Favourite bread', required: false },
    ],
  } as never;
  await database.transaction((transaction) =>
    updateRows(transaction, accounts, { id: owner.account.id }, { domain: 'bakery.example' }),
  );
  const { id: integration } = await makeIntegration(database, owner);
  await makeIntegration(database, owner, { channel: 'SMS' });
  await connectServices(database, owner);
  return {
    coupon: await makeLanding(database, owner, { page, emailBody: '<p>Dear [FIRSTNAME] [LASTNAME]</p>' }),
    card: await makeCard(database, owner, { pointsPerAmount: '1' }),
    directory: await makeDirectory(database, owner),
    group: await makeGroup(database, owner),
    integration,
  };
}

/** Lets a person do everything that leaves data. Returns what a later call repeats. */
export async function live(database: Database, client: Client, world: World, person: Life) {
  const { letters, email, phone } = person;
  const { coupon, card, directory, group, integration } = world;
  const account = client.owner.account.id;
  const text = (what: string) => `${what} ${letters}`;
  const names = { firstName: text('First'), lastName: text('Last') };
  const call = async (name: string, input: object, fields: string, idempotencyKey?: string) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const { data, errors } = await client.graphql(
      `mutation ($i: ${type}!) { ${name}(input: $i) { ${fields} } }`,
      { i: input },
      idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {},
    );
    if (errors.length > 0) throw new Error(`${name}: ${JSON.stringify(errors)}`);
    return data[name];
  };

  const custom = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [`customField${n}`, text(`Custom ${n}`)]));
  const utm = { utmCampaign: text('utm'), utmContent: text('utm'), utmMedium: text('utm'), utmSource: text('utm') };
  const {
    session: { session },
  } = await call(
    'createSingleUseUrl',
    {
      coupon: coupon.id,
      ...names,
      email,
      phone,
      customId: `id-${letters}`,
      duplicateCheck: 'EMAIL',
      ...custom,
      ...utm,
    },
    'session { session }',
    `create ${email}`,
  );
  await call('claimCouponSession', { session }, 'session');
  await call('updateCouponSession', { session, data: { customId: `new-${letters}` } }, 'session');
  await call(
    'sendCouponEmail',
    { coupon: coupon.id, ...names, email, subject: text('For') },
    'message { id }',
    `send-${session}`,
  );
  await call('sendCouponSms', { coupon: coupon.id, ...names, phone, body: `${text('Hello')} [URL]` }, 'message { id }');

  const loyal = { card: card.id, ...names, email, phone, address: text('Road'), zip: letters, city: text('City') };
  const user = await call('createLoyaltyUser', { ...loyal, birthday: '1990-01-31' }, 'id userId');
  const stamps = { input: { card: card.id, user: user.userId, amount: 3 }, key: `stamps-${user.userId}` };
  await call('addStamps', stamps.input, 'id firstName', stamps.key);
  await call('addPurchase', { card: card.id, user: user.userId, amount: '4', reference: text('Order') }, 'id');

  const member = {
    directory: directory.id,
    ...names,
    email,
    phone,
    address: text('Road'),
    zip: letters,
    city: text('City'),
  };
  const { user: joined } = await call('createDirectoryUser', member, 'user { id } password', `join-${session}`);
  await call(
    'setDirectoryUserBlocked',
    { directory: directory.id, user: joined.id, blocked: true, reason: text('Why') },
    'id',
  );

  const { contact } = await call('addContact', { group: group.id, ...names, email }, 'contact { id }');
  await call('optOut', { channel: 'EMAIL', address: email }, 'address', `quiet-${session}`);
  await call('optOut', { channel: 'SMS', address: phone }, 'address');

  await makeSavedPasses(database, client.owner, coupon.id, { session, passType: 'captured' });
  await submitLandingForm(database, coupon, {
    form: randomCode(22),
    answers: { email, customField1: text('Rye') },
    labelled: { 'Favourite bread': text('Rye') },
    consent: null,
    tags: { utm: { utmSource: text('landing') } } as never,
  });
  await database.transaction(async (transaction) => {
    await insertExternalIds(transaction, [
      { accountId: account, kind: 'contact', externalId: `old-${letters}`, id: contact.id },
      { accountId: account, kind: 'directoryUser', externalId: `old-${letters}`, id: joined.id },
      { accountId: account, kind: 'loyaltyUser', externalId: `old-${letters}`, id: user.userId },
    ]);
    await insertRow(transaction, notices, {
      ...{ accountId: account, type: 'CERTIFICATE_EXPIRES', subject: integration },
      ...{ message: `The platform refused ${email} ${phone}.`, createdAt: now() },
    } as never);
    await insertRow(transaction, earlyReceipts, {
      ...{ integrationId: integration, platformId: newId('message'), state: 'FAILED' },
      ...{ reason: `550 ${email} or ${phone} unknown`, createdAt: now() },
    } as never);
    const { id } = await enqueue(transaction, jobKind('nothing'), { email, phone }, { accountId: account });
    const error = `Error: refused ${email}, ${phone}`;
    await updateRows(transaction, jobs, { id }, { status: 'DONE', finishedAt: now(), error });
  });
  return { session, user, stamps, call };
}

/** Leaves what only platforms, receivers and callers with strange habits leave. */
export async function leaveRest(database: Database, { owner }: Client, { letters, email, phone }: Life): Promise<void> {
  const text = `${letters} ${phone}`;
  const like = `%${letters}%`;
  const customs = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `custom${number} = ?`).join(', ');
  const statements: [string, (string | number)[]][] = [
    [
      'UPDATE coupon_sessions SET utm_term = ?, hold_key = ?, custom_validation_code = ? WHERE email = ? AND phone IS NOT NULL',
      [text, `till of ${email}`, phone.slice(1), email],
    ],
    ['UPDATE jobs SET progress = ? WHERE input LIKE ?', [JSON.stringify({ last: email, before: phone }), like]],
    [`UPDATE loyalty_persons SET ${customs} WHERE email = ?`, [...Array(8).fill(text), email]],
    ['UPDATE message_contents SET sender = ?, button_text = ? WHERE body LIKE ?', [email, text, like]],
    ['UPDATE message_contents SET sender = ?, button_text = ? WHERE subject LIKE ?', [email, text, like]],
    ['UPDATE messages SET reason = ? WHERE address_key = ?', [`550 ${email} unknown`, email]],
    [
      `UPDATE wallet_passes SET message = ? WHERE session IN (SELECT s.session FROM coupon_sessions s WHERE s.email = ?)`,
      [`Dear ${text}`, email],
    ],
    ['UPDATE webhook_attempts SET error = ? WHERE response LIKE ?', [`refused ${text}`, like]],
  ];
  await database.transaction(async (transaction) => {
    for (const [sql, values] of statements) expect([sql, await transaction.change(sql, values)]).not.toEqual([sql, 0]);
    await insertRow(transaction, loggedRequests, {
      ...{ accountId: owner.account.id, createdAt: now(), keyId: owner.keyId, method: 'GET', status: 404 },
      ...{ path: `/v3/people/${encodeURIComponent(email)}`, operation: `of ${email}`, problem: null, milliseconds: 1 },
      ...{ requestId: 'made', body: JSON.stringify({ sort: email, before: phone }) },
    });
  });
}
