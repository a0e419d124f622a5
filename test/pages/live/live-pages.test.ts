import { describe, expect, test } from 'vitest';
import { createLog } from '../../../src/main/process/log.ts';
import { LivePages } from '../../../src/pages/live/live-pages.ts';

type LiveEvent = Partial<Record<'type' | 'campaignId' | 'session' | 'data', string | null>>;

describe('live pages', () => {
  test('of one account share one place in the feed', async () => {
    const { pages, follows } = setUp();

    await Promise.all(Array.from({ length: 50 }, (_, index) => pages.enter(page(`s${index}`), `10.0.0.${index}`)));
    await pages.enter({ ...page('s0'), accountId: 'acc_2' }, '10.0.0.1');

    expect(follows.map(({ accountId }) => accountId)).toEqual(['acc_1', 'acc_2']);
  });

  test('are told of what happens to their holder, and to their campaign', async () => {
    const { pages, happen } = setUp();
    const [mine, other, member, elsewhere] = [
      page('s1'),
      page('s2'),
      page('usr_0000000000000001', 'loy_1'),
      page('s1', 'cam_2'),
    ];
    for (const each of [mine, other, member, elsewhere]) await pages.enter(each, '10.0.0.1');

    await happen({ type: 'coupon_validated', session: 's1' });
    expect([mine.notified, other.notified, member.notified, elsewhere.notified]).toEqual([['one'], [], [], []]);
    await happen({ type: 'coupon_edit_voided' });
    expect([mine.notified, other.notified, elsewhere.notified]).toEqual([['one', 'all'], ['all'], []]);
    await happen({ type: 'loyalty_stamps_added', campaignId: 'loy_1', data: '{"id":"usr_0000000000000002"}' });
    await happen({ type: 'loyalty_stamps_added', campaignId: 'loy_1', data: '{"id":"usr_0000000000000001"}' });
    await happen({ type: 'loyalty_card_updated', campaignId: 'loy_1', data: '{"id":"loy_1"}' });
    expect(member.notified).toEqual(['one', 'all']);
  });

  test('are not told of events after which they look as before', async () => {
    const { pages, happen } = setUp();
    const mine = page('s1');
    await pages.enter(mine, '10.0.0.1');

    for (const type of ['coupon_opened', 'coupon_saved', 'message_sent']) await happen({ type, session: 's1' });
    for (const type of ['coupon_batch_created', 'coupon_push_sent']) await happen({ type });

    expect(mine.notified).toEqual([]);
  });

  test('have limits for an address, an account and the process, and give back what they took', async () => {
    const { pages, follows } = setUp({ ofAccount: 3, ofAddress: 2, ofProcess: 4 });
    const [one, two] = [await pages.enter(page('s1'), '10.0.0.1'), await pages.enter(page('s2'), '10.0.0.1')];

    expect(await pages.enter(page('s3'), '10.0.0.1')).toBeNull();
    const three = await pages.enter(page('s3'), '10.0.0.2');
    expect(await pages.enter(page('s4'), '10.0.0.3')).toBeNull();
    const four = await pages.enter({ ...page('s4'), accountId: 'acc_2' }, '10.0.0.3');
    expect(four).not.toBeNull();
    expect(await pages.enter({ ...page('s5'), accountId: 'acc_3' }, '10.0.0.4')).toBeNull();

    for (const leave of [one, one, two, three, four]) leave?.();
    expect(follows.every(({ signal }) => signal.aborted)).toBe(true);
    expect(await pages.enter(page('s3'), '10.0.0.1')).not.toBeNull();
    expect(follows).toHaveLength(3);
  });

  test('end when the feed ends, so that their scripts ask again', async () => {
    const { pages, fail, follows } = setUp();
    const mine = page('s1');
    const leave = await pages.enter(mine, '10.0.0.1');

    await fail();
    leave?.();

    expect(mine.ends).toBe(1);
    await pages.enter(page('s1'), '10.0.0.1');
    expect(follows).toHaveLength(2);
  });
});

function page(subject: string, campaignId = 'cam_1') {
  const notified: string[] = [];
  const made = {
    ...{ accountId: 'acc_1', campaignId, subject, notified, ends: 0 },
    notify: (whom: string) => void notified.push(whom),
    end: () => {
      made.ends += 1;
    },
  };
  return made;
}

function setUp(limits?: ConstructorParameters<typeof LivePages>[1]) {
  const follows: { accountId: string; signal: AbortSignal }[] = [];
  let next = Promise.withResolvers<LiveEvent>();
  const feed = {
    async *follow({ accountId }: { accountId: string }, _: object, signal: AbortSignal) {
      follows.push({ accountId, signal });
      while (!signal.aborted) yield { campaignId: 'cam_1', session: null, data: '{}', ...(await next.promise) };
    },
  };
  const database = { rows: async () => [{ value: 7 }] };
  const pages = new LivePages({ database, feed, log: createLog('silent') } as never, limits);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    pages,
    follows,
    happen: async (event: LiveEvent) => {
      const now = next;
      next = Promise.withResolvers();
      now.resolve(event);
      await settle();
    },
    fail: async () => {
      const now = next;
      next = Promise.withResolvers();
      now.reject(new Error('the feed ended'));
      await settle();
    },
  };
}
