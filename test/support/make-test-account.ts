import { expect } from 'vitest';
import { accounts } from '../../src/accounts/account/account.ts';
import { heardMilliseconds } from '../../src/accounts/account/account-clock.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { requireRow } from '../../src/kernel/database/rows.ts';
import { toInstant } from '../../src/kernel/values/instant.ts';
import { Client } from './client.ts';
import { makeAccount } from './make.ts';

/** Returns a client with a key of the test account of another client's account. All processes have heard of the account. */
export async function makeTestAccount(database: Database, live: Client): Promise<Client> {
  const { data, codes } = await live.graphql('mutation { createTestAccount(input: {}) { id } }');
  expect(codes).toEqual([]);
  const before = toInstant(new Date(Date.now() - heardMilliseconds));
  await database.transaction((transaction) =>
    transaction.change('UPDATE accounts SET created_at = ? WHERE id = ?', [before, data.createTestAccount.id]),
  );
  const account = await requireRow(database, accounts, { id: data.createTestAccount.id });
  return new Client(live.url, await makeAccount(database, { account }));
}

/** Returns the clock of the test account, as it is at this moment. */
export async function clockOf(client: Client): Promise<{ time: string; status: string; target: string | null }> {
  const { data } = await client.graphql('{ viewer { account { clock { time status target } } } }');
  return data.viewer.account.clock;
}

/** Begins to set the clock forward, and returns the codes of the refusal if there is one. */
export async function beginAdvance(client: Client, to: Date): Promise<string[]> {
  const { codes } = await client.graphql(
    'mutation ($input: AdvanceTestClockInput!) { advanceTestClock(input: $input) { clock { status target } } }',
    { input: { to: to.toISOString() } },
  );
  return codes;
}

/** Waits until the clock has arrived. */
export async function arrival(client: Client): Promise<void> {
  await expect.poll(async () => (await clockOf(client)).status, { interval: 100 }).toBe('READY');
}

/** Sets the clock forward, and waits until it has arrived. */
export async function advance(client: Client, to: Date): Promise<void> {
  expect(await beginAdvance(client, to)).toEqual([]);
  await arrival(client);
}
