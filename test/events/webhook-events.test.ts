import { describe, expect, onTestFinished, test } from 'vitest';
import { startAppWithBackground, useAppWithBackground } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { positionedLog } from '../support/events.ts';
import { type Following, follow, transports } from '../support/follow.ts';
import { makeCoupon, makeSession } from '../support/make.ts';

const app = useAppWithBackground();

describe.each(transports)('by %s', (transport) => {
  const following = (
    client: Client,
    ...options: Parameters<typeof follow> extends [unknown, unknown, ...infer Rest] ? Rest : never
  ) => leftInTheEnd(follow(client, transport, ...options));

  /** Follows the events until one has arrived, and returns what ends the subscription after that. */
  const endingOf = async (client: Client): Promise<{ ending: Promise<unknown> }> => {
    await makeSession(app.database, client.owner);
    const events = following(client, { after: 0 });
    await events.take(1);
    return { ending: events.take(1000) };
  };

  test('events arrive in order, each once, with the payload of webhooks', async () => {
    const client = await app.client();
    const { session } = await makeSession(app.database, client.owner);
    const events = following(client, { after: await lastPosition(client) });

    for (const change of ['claim', 'lock', 'unlock']) await transition(client, change, session);
    const seen = await events.take(3);

    expect(seen.map(({ type }) => type)).toEqual(['coupon_claimed', 'coupon_locked', 'coupon_unlocked']);
    expect(seen.map(({ position }) => position)).toEqual(ascending(seen));
    expect(seen[0]).toMatchObject({
      kind: 'COUPON',
      session,
      data: { session, status: { claimed: '1', locked: '0' } },
    });
    expect(seen[1]).toMatchObject({ data: { status: { locked: '1' } } });
  });

  test('past events after the position arrive first, then new ones, without a gap', async () => {
    const client = await app.client();
    const coupon = await makeCoupon(app.database, client.owner);
    const create = () => client.rest('/v3/singleuse/create', { campaign: coupon.id });
    for (let count = 0; count < 30; count += 1) await create();
    const first = following(client, { after: 0 });
    const [seen] = await first.take(1);
    await first.leave();

    const created = Array.from({ length: 30 }, create);
    const rest = following(client, { after: seen?.position ?? 0 });
    await Promise.all(created);

    const positions = (await rest.take(59)).map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].toSorted((one, other) => one - other));
    const all = await client.graphql('{ events(first: 100) { edges { position } } }');
    expect([seen?.position, ...positions]).toEqual(
      all.data.events.edges.map((edge: { position: string }) => Number(edge.position)),
    );
  });

  test('without a position only new events arrive', async () => {
    const client = await app.client();
    const { session } = await makeSession(app.database, client.owner);
    await transition(client, 'claim', session);
    await lastPosition(client);
    const events = following(client);
    let next: { type: string } | undefined;
    void events.take(1).then(([event]) => {
      next = event;
    });

    // Nothing tells when the subscription has begun, so more happens until it shows something.
    while (!next) {
      for (const change of ['lock', 'unlock']) await transition(client, change, session);
    }

    expect(next.type).toMatch(/^coupon_(un)?locked$/);
  });

  test('only events of the account that match the kinds, types and campaign of the filter arrive', async () => {
    const [us, them] = [await app.client(), await app.client()];
    const [ours, other, theirs] = [
      await makeSession(app.database, us.owner),
      await makeSession(app.database, us.owner),
      await makeSession(app.database, them.owner),
    ];
    const choices = [
      following(us, { after: 0, types: ['coupon_locked'] }),
      following(us, { after: 0, kinds: ['COUPON_EDIT'] }),
      following(us, { after: 0, campaign: other.couponId }),
    ];
    const foreign = following(us, { after: 0, campaign: theirs.couponId, types: ['coupon_claimed'] });
    const nothing = foreign.take(1).catch((error: Error) => error.message);

    for (const { session } of [ours, other]) {
      await transition(us, 'claim', session);
      await transition(us, 'lock', session);
    }
    await transition(them, 'claim', theirs.session);
    await us.rest('/v3/coupon/status', { campaign: ours.couponId, status: 'example' });

    const [locked, edited, ofCampaign] = choices as [Following, Following, Following];
    expect((await locked.take(2)).map(({ session }) => session)).toEqual([ours.session, other.session]);
    expect(await edited.take(1)).toMatchObject([{ kind: 'COUPON_EDIT', campaign: ours.couponId }]);
    expect((await ofCampaign.take(2)).map(({ session }) => session)).toEqual([other.session, other.session]);
    await foreign.leave();
    expect(await nothing).toContain('ended after 0');
  });

  test('the subscription refuses a position ahead of the log', async () => {
    const events = following(await app.client(), { after: 9_000_000_000_000 });

    await expect(events.take(1)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  test('the subscription refuses a position whose successors have been removed', async () => {
    const own = await startAppWithBackground();
    const client = await own.client();
    await own.database.transaction(async (transaction) => {
      await transaction.change(`UPDATE sequences SET value = 100 WHERE name IN ('event_position', 'events_pruned')`);
    });

    await expect(following(client, { after: 99 }).take(1)).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
    const { codes } = await client.graphql('{ events(after: "99") { nodes { id } } }');
    expect(codes).toEqual(['CURSOR_EXPIRED']);
  });

  test('the subscription ends immediately after a revocation in the same process', async () => {
    const client = await app.client();
    const { ending } = await endingOf(client);

    await client.graphql('mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { id } }', { id: client.owner.keyId });

    await expect(ending).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

test('events can be read page by page, in order', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  for (const change of ['claim', 'lock', 'unlock', 'void', 'unvoid']) await transition(client, change, session);
  await lastPosition(client);

  const types: string[] = [];
  let pageInfo = { hasNextPage: true, endCursor: '0' };
  while (pageInfo.hasNextPage) {
    const { data } = await client.graphql(
      'query ($after: BigInt) { events(after: $after, first: 2) { nodes { type } pageInfo { hasNextPage endCursor } } }',
      { after: pageInfo.endCursor },
    );
    types.push(...data.events.nodes.map((node: { type: string }) => node.type));
    pageInfo = data.events.pageInfo;
  }

  expect(types).toEqual([
    'coupon_session_created',
    'coupon_claimed',
    'coupon_locked',
    'coupon_unlocked',
    'coupon_voided',
    'coupon_unvoided',
  ]);
});

function leftInTheEnd(following: Following): Following {
  onTestFinished(() => following.leave());
  return following;
}

async function transition(client: Client, operation: string, session: string): Promise<void> {
  const { body } = await client.rest('/v3/couponsession/update', { couponsession: session, operation });
  expect(body.status).toEqual({ status: 'OK' });
}

/** Returns the last position once every event of the account has one. */
async function lastPosition({ owner }: Client): Promise<number> {
  return (await positionedLog(app.database, owner)).at(-1)?.position ?? 0;
}

function ascending(events: { position: number }[]): number[] {
  return events.map(({ position }) => position).toSorted((one, other) => one - other);
}
