import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client, RestAnswer } from '../../support/client.ts';
import { eventsOf } from '../../support/events.ts';
import { makeSession } from '../../support/make.ts';
import { makeDirectoryUser } from '../../support/make-directories.ts';
import { makeUser } from '../../support/make-loyalty.ts';

/* The answers of both paths of verification, typed from legacy wire, section 3. */

const app = useApp();
const ok = { status: { status: 'OK' } };

async function lastEvent(of: Parameters<typeof eventsOf>[1]) {
  const event = (await eventsOf(app.database, of)).at(-1);
  if (!event) throw new Error('there is no event');
  return { webhook: event.id, at: event.createdAt.slice(0, 19) };
}

/** Sends the fields as JSON, as a form and as text of a form, and returns the answers. */
async function inEveryForm(client: Client, path: string, fields: Record<string, string>): Promise<RestAnswer[]> {
  return [await client.rest(path, fields), await client.rest(path, new URLSearchParams(fields))];
}

test('/v4 returns the session of a coupon as statcode', async () => {
  const client = await app.client();
  const { session, couponId } = await makeSession(app.database, client.owner);
  const { webhook, at } = await lastEvent({ session });

  const { status, body } = await client.rest('/v4/webhook/verification', { webhook });

  expect(status).toBe(200);
  expect(body).toEqual({
    ...{ ...ok, webhook, datetime: at, type: 'coupon_session_created', coupon: couponId, statcode: session },
    ...{ result: 'valid', kind: 'COUPON' },
  });
});

test('/v4 returns the user of a loyalty card or a directory as statcode, and its campaign as coupon', async () => {
  const client = await app.client();
  const user = await makeUser(app.database, client.owner);
  const member = await makeDirectoryUser(app.database, client.owner);
  const [ofUser, ofMember] = [
    await lastEvent({ campaignId: user.cardId }),
    await lastEvent({ campaignId: member.directoryId }),
  ];

  const answers = await Promise.all(
    [ofUser, ofMember].map(({ webhook }) => client.rest('/v4/webhook/verification', { webhook })),
  );

  expect(answers.map(({ body }) => body)).toEqual([
    {
      ...{ ...ok, webhook: ofUser.webhook, datetime: ofUser.at, type: 'loyalty_user_created', coupon: user.cardId },
      ...{ statcode: user.id, result: 'valid', kind: 'WEB_LOYALTY' },
    },
    {
      ...{ ...ok, webhook: ofMember.webhook, datetime: ofMember.at, type: 'directory_registration' },
      ...{ coupon: member.directoryId, statcode: member.id, result: 'valid', kind: 'DIRECTORY_PAGE' },
    },
  ]);
});

test('/v4 returns empty text for what an event does not concern', async () => {
  const client = await app.client();
  const { data } = await client.graphql('mutation { createCoupon(input: { name: "Bread" }) { id } }');
  const { id } = data.createCoupon;
  const ofCoupon = await lastEvent({ campaignId: id });
  const child = (await client.graphql('mutation { createAccount(input: { name: "North" }) { id } }')).data
    .createAccount;
  const ofChild = await lastEvent({ accountId: child.id });

  const coupon = await client.rest('/v4/webhook/verification', { webhook: ofCoupon.webhook });
  const subaccount = await client.rest('/v4/webhook/verification', { webhook: ofChild.webhook });

  expect(coupon.body).toEqual({
    ...{ ...ok, webhook: ofCoupon.webhook, datetime: ofCoupon.at, type: 'coupon_created', coupon: id, statcode: '' },
    ...{ result: 'valid', kind: 'COUPON_EDIT' },
  });
  expect(subaccount.body).toEqual({
    ...{ ...ok, webhook: ofChild.webhook, datetime: ofChild.at, type: 'subaccount_created', coupon: '', statcode: '' },
    ...{ result: 'valid', kind: 'SUBACCOUNT' },
  });
});

test('the older path takes JSON and forms, with and without the session', async () => {
  const client = await app.client();
  const { session, couponId } = await makeSession(app.database, client.owner);
  const { webhook, at } = await lastEvent({ session });

  const answers = [
    ...(await inEveryForm(client, '/v3/webhook/verification', { webhook, session })),
    ...(await inEveryForm(client, '/v3/webhook/verification', { webhook })),
    ...(await inEveryForm(client, '/v3/webhook/verification', { webhook, session: '' })),
  ];

  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(answers.map(({ body }) => body)).toEqual(
    Array(6).fill({
      ...{ ...ok, result: 'valid', webhook, date: at, campaign: couponId, session },
      type: 'coupon_session_created',
    }),
  );
});

test('the older path refuses a session that is not that of the event', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const other = await makeSession(app.database, client.owner);
  const { webhook } = await lastEvent({ session });

  for (const wrong of [other.session, 'no session', session.slice(0, 6)]) {
    const { status, codes } = await client.rest('/v3/webhook/verification', { webhook, session: wrong });
    expect([status, codes]).toEqual([422, [509]]);
  }
});

test('a parent verifies events about its subaccounts, and other events of theirs only when it acts for them', async () => {
  const parent = await app.client();
  const child = await app.client({ parent: parent.owner.account });
  await child.graphql('mutation { updateAccount(input: { name: "North" }) { id } }');
  const about = await lastEvent({ accountId: child.owner.account.id });
  const { session } = await makeSession(app.database, child.owner);
  const within = await lastEvent({ session });
  const acting = { 'X-Account': child.owner.account.id };

  for (const path of ['/v3/webhook/verification', '/v4/webhook/verification']) {
    const verify = (webhook: string, headers = {}) => parent.rest(path, { webhook }, headers);
    expect((await verify(about.webhook)).body.result).toBe('valid');
    expect((await verify(within.webhook)).codes).toEqual([509]);
    expect((await verify(within.webhook, acting)).body.result).toBe('valid');
    expect((await (await app.client()).rest(path, { webhook: about.webhook })).codes).toEqual([509]);
  }
});
