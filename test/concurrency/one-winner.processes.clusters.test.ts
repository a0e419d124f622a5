import { expect, test } from 'vitest';
import { makeSession } from '../support/make.ts';
import { useTwoServers } from '../support/processes.ts';
import { atOnce, tally, transition } from './calls.ts';

const cluster = useTwoServers();

test.each([
  { operation: 'claim', before: {}, code: 352, problem: 'SESSION_ALREADY_CLAIMED', event: 'coupon_claimed' },
  { operation: 'validate', before: {}, code: 358, problem: 'SESSION_ALREADY_VALIDATED', event: 'coupon_validated' },
  { operation: 'void', before: {}, code: 355, problem: 'SESSION_ALREADY_VOIDED', event: 'coupon_voided' },
  {
    operation: 'lock',
    before: { claimed: true },
    code: 354,
    problem: 'SESSION_ALREADY_LOCKED',
    event: 'coupon_locked',
  },
])(
  'of 1,000 simultaneous calls to $operation one session, exactly one succeeds',
  async ({ operation, before, code, problem, event }) => {
    const clients = await cluster.clients();
    const { session } = await makeSession(cluster.database, clients[0].owner, before);

    const outcomes = await atOnce(1000, clients, (client, door) => transition(client, door, operation, session));

    const { success, ...refused } = tally(outcomes);
    expect(success).toBe(1);
    expect(Object.keys(refused).sort()).toEqual([String(code), problem].sort());
    const events = await cluster.database.rows<{ type: string }>(
      'SELECT type FROM events WHERE session = ? AND type = ?',
      [session, event],
    );
    expect(events).toHaveLength(1);
  },
);
