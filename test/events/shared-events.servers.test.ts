import { expect, test } from 'vitest';
import { pruneEvents } from '../../src/kernel/event-log/event-retention.ts';
import { useAppWithBackground } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { positionedLog } from '../support/events.ts';
import { follow } from '../support/follow.ts';
import { makeSession } from '../support/make.ts';
import { follow as followByWebhook, untilDelivered } from '../webhooks/webhook-client.ts';

const app = useAppWithBackground();

/** Creates a subaccount and returns a client of the parent that acts for it. */
async function makeChild(parent: Client): Promise<Client> {
  const { data } = await parent.graphql('mutation { createAccount(input: { name: "North" }) { id } }');
  return parent.with({ ...parent.headers, 'X-Account': data.createAccount.id });
}

async function rename(child: Client, name: string): Promise<void> {
  const { errors } = await child.graphql('mutation ($name: String!) { updateAccount(input: { name: $name }) { id } }', {
    name,
  });
  expect(errors).toEqual([]);
}

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
async function eventsSeenBy(client: Client, filter = ''): Promise<any[]> {
  const { data } = await client.graphql(`{ events(after: "0" ${filter}) { nodes { id type account data } } }`);
  return data.events.nodes;
}

const types = (events: { type: string }[]) => events.map(({ type }) => type);

test('a parent sees the events of its subaccounts among its own, and no other events of theirs', async () => {
  const parent = await app.client();
  const child = await makeChild(parent);
  await makeSession(app.database, parent.owner);
  await rename(child, 'South');
  await makeSession(app.database, { ...parent.owner, account: { ...parent.owner.account, id: accountOf(child) } });
  await positionedLog(app.database, { ...parent.owner, account: { ...parent.owner.account, id: accountOf(child) } });
  await positionedLog(app.database, parent.owner);

  const seen = await eventsSeenBy(parent);

  expect(types(seen)).toEqual(['subaccount_created', 'coupon_session_created', 'subaccount_updated']);
  expect(seen[2]).toMatchObject({ account: accountOf(child), data: { name: 'South' } });
  const { data } = await parent.graphql('query ($id: ID!) { node(id: $id) { id } }', { id: seen[2].id });
  expect(data.node).toEqual({ id: seen[2].id });
  expect(types(await eventsSeenBy(parent, 'types: ["subaccount_updated"]'))).toEqual(['subaccount_updated']);
  expect(types(await eventsSeenBy(parent, 'kinds: [COUPON]'))).toEqual(['coupon_session_created']);
  expect(types(await eventsSeenBy(child))).toEqual([
    'subaccount_created',
    'subaccount_updated',
    'coupon_session_created',
  ]);
});

test('pages hold shared events and own events in one order', async () => {
  const parent = await app.client();
  const child = await makeChild(parent);
  for (const name of ['One', 'Two', 'Three']) {
    await makeSession(app.database, parent.owner);
    await rename(child, name);
  }
  await positionedLog(app.database, { ...parent.owner, account: { ...parent.owner.account, id: accountOf(child) } });
  await positionedLog(app.database, parent.owner);

  const seen: string[] = [];
  for (let after = '0'; ; ) {
    const { data } = await parent.graphql(
      'query ($after: BigInt!) { events(after: $after, first: 2) { nodes { type } pageInfo { endCursor hasNextPage } } }',
      { after },
    );
    seen.push(...types(data.events.nodes));
    after = data.events.pageInfo.endCursor;
    if (!data.events.pageInfo.hasNextPage) break;
  }

  const each = ['coupon_session_created', 'subaccount_updated'];
  expect(seen).toEqual(['subaccount_created', ...each, ...each, ...each]);
});

test('a subscription of the parent yields them too, later and live', async () => {
  const parent = await app.client();
  const child = await makeChild(parent);
  const later = follow(parent, 'WebSocket', { after: 0, kinds: ['SUBACCOUNT'] });
  expect(types(await later.take(1))).toEqual(['subaccount_created']);

  await rename(child, 'South');

  expect(types(await later.take(1))).toEqual(['subaccount_updated']);
  await later.leave();
});

test('a grandparent and a stranger do not see them', async () => {
  const grandparent = await app.client();
  const parent = await makeChild(grandparent);
  const { data } = await parent.graphql('mutation { createAccount(input: { name: "Deep" }) { id } }');
  const deep = grandparent.with({ ...grandparent.headers, 'X-Account': data.createAccount.id });
  const control = await followByWebhook(await app.client());

  await expect
    .poll(async () => types(await eventsSeenBy(parent)))
    .toEqual(['subaccount_created', 'subaccount_created']);
  const accounts = (await eventsSeenBy(grandparent)).map(({ account }) => account);
  expect(accounts).toEqual([accountOf(parent)]);
  expect(accounts).not.toContain(accountOf(deep));
  expect(await eventsSeenBy(control.client)).toEqual([]);
});

test('the endpoints of the parent and of the subaccount receive them, with one payload', async () => {
  const parent = await app.client();
  const child = await makeChild(parent);
  const above = await followByWebhook(parent);
  const below = await followByWebhook(child);

  await rename(child, 'South');

  await untilDelivered(above, 1);
  await untilDelivered(below, 1);
  expect(above.receiver.received[0]?.body).toBe(below.receiver.received[0]?.body);
});

test('what a parent shares is removed with its events', async () => {
  const parent = await app.client();
  const child = await makeChild(parent);
  await positionedLog(app.database, { ...parent.owner, account: { ...parent.owner.account, id: accountOf(child) } });
  const shared = () =>
    app.database.rows('SELECT event_id FROM shared_events WHERE account_id = ?', [parent.owner.account.id]);
  expect(await shared()).toHaveLength(1);

  while ((await pruneEvents(app.database, { keptDays: -1 })) > 0);

  expect(await shared()).toEqual([]);
});

function accountOf({ headers }: Client): string {
  return (headers as Record<string, string>)['X-Account'] ?? '';
}
