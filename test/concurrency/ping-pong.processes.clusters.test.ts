import { expect, test } from 'vitest';
import { makeSession } from '../support/make.ts';
import { useTwoServers } from '../support/processes.ts';
import { atOnce, tally, transition } from './calls.ts';

const cluster = useTwoServers();

test.each([
  {
    first: 'void',
    second: 'unvoid',
    before: {},
    refused: ['355', '357', 'SESSION_ALREADY_VOIDED', 'SESSION_NOT_VOIDED'],
  },
  {
    first: 'lock',
    second: 'unlock',
    before: { claimed: true },
    refused: ['354', '356', 'SESSION_ALREADY_LOCKED', 'SESSION_NOT_LOCKED'],
  },
])(
  'simultaneous calls to $first and $second one session succeed in turn',
  async ({ first, second, before, refused }) => {
    const clients = await cluster.clients();
    const { session } = await makeSession(cluster.database, clients[0].owner, before);

    const outcomes = await atOnce(400, clients, (client, door, index) =>
      transition(client, door, index % 8 < 4 ? first : second, session),
    );

    const { success = 0, ...others } = tally(outcomes);
    expect(refused).toEqual(expect.arrayContaining(Object.keys(others)));
    const events = await eventsOf(session);
    expect(events).toHaveLength(success);
    expect(events).toEqual(events.map((_, index) => `coupon_${index % 2 === 0 ? first : second}ed`));
  },
);

/** Returns the types of the events of a session after its creation, in the order of writing. */
async function eventsOf(session: string): Promise<string[]> {
  const events = await cluster.database.rows<{ type: string }>(
    `SELECT type FROM events WHERE session = ? AND type <> 'coupon_session_created' ORDER BY number`,
    [session],
  );
  return events.map(({ type }) => type);
}
