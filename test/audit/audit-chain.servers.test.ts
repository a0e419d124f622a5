import { expect, test } from 'vitest';
import { chainNextBlock, maxEntries, pruneAudit, sealChain } from '../../src/audit/audit-chain.ts';
import { eraseInputs } from '../../src/audit/erased-input.ts';
import type { Database, Transaction } from '../../src/kernel/database/database.ts';
import { provideRuntime } from '../../src/kernel/security/runtime.ts';
import { Secrets } from '../../src/kernel/security/secrets.ts';
import { openOwn } from '../kernel/database/scratch.ts';
import { makeAuditEntry, secretsOfTests as secrets, verified } from '../support/audit.ts';
import { makeAccount } from '../support/make.ts';

/** Makes a log of three blocks with two entries each. */
async function makeLog() {
  const { database } = await openOwn();
  const owner = await makeAccount(database);
  const ids: string[] = [];
  for (let block = 0; block < 3; block += 1) {
    for (let entry = 0; entry < 2; entry += 1) ids.push(await makeAuditEntry(database, owner));
    await chainNextBlock(database, secrets);
  }
  const change = (sql: string, values: (string | number)[] = []) =>
    database.transaction((transaction) => transaction.change(sql, values));
  return { database, owner, ids: ids as [string, string, string, string, string, string], change };
}

/** Copies an entry under another id. */
function copy(database: Database, id: string, to: string, block: number | null = null): Promise<number> {
  return database.transaction((transaction) => copyIn(transaction, id, to, block));
}

function copyIn(transaction: Transaction, id: string, to: string, block: number | null): Promise<number> {
  const same =
    'account_id, created_at, key_id, address, operation, outcome, answered, request_id, given, salt, given_digest, proof';
  return transaction.change(
    `INSERT INTO audit_entries (id, block, ${same}) SELECT ?, ?, ${same} FROM audit_entries WHERE id = ?`,
    [to, block, id],
  );
}

test('a log as the service wrote it has no faults', async () => {
  const { database } = await makeLog();

  expect(await verified(database)).toMatchObject({
    faults: [],
    blocks: 3,
    entries: 6,
    waiting: 0,
    last: { number: 3 },
  });
});

test('an empty log has no faults', async () => {
  const { database } = await openOwn();

  expect(await chainNextBlock(database, secrets)).toBe(0);
  expect(await verified(database)).toMatchObject({ faults: [], blocks: 0, entries: 0 });
});

test.each([
  'account_id',
  'key_id',
  'address',
  'operation',
  'outcome',
  'answered',
  'request_id',
  'given',
  'given_digest',
  'proof',
  'salt',
])('an entry whose %s was altered is found', async (column) => {
  const { database, ids, change } = await makeLog();

  await change(`UPDATE audit_entries SET ${column} = ? WHERE id = ?`, ['"x"', ids[2]]);

  expect((await verified(database)).faults).toEqual([`${ids[2]} was altered`]);
});

test('an entry whose time was altered is found', async () => {
  const { database, ids, change } = await makeLog();

  await change(`UPDATE audit_entries SET created_at = '2001-01-01 00:00:00.000' WHERE id = ?`, [ids[2]]);

  expect((await verified(database)).faults).toEqual([`${ids[2]} was altered`]);
});

test('a missing entry is found, and so is one that was moved to another block', async () => {
  const { database, ids, change } = await makeLog();

  await change('DELETE FROM audit_entries WHERE id = ?', [ids[1]]);
  await change('UPDATE audit_entries SET block = 3 WHERE id = ?', [ids[2]]);

  expect((await verified(database)).faults).toEqual([
    `${ids[1]} is missing from block 1`,
    `${ids[2]} is missing from block 2`,
    `${ids[2]} was added`,
  ]);
});

test('an added entry is found, in a block, outside of all blocks, and before it is in one', async () => {
  const { database, ids } = await makeLog();

  await copy(database, ids[0], 'aud_zzzzzzzzzzzzzzz1', 2);
  await copy(database, ids[0], 'aud_zzzzzzzzzzzzzzz2', 9);
  await copy(database, ids[0], 'aud_zzzzzzzzzzzzzzz3', 0);
  await copy(database, ids[0], 'aud_zzzzzzzzzzzzzzz4');
  const before = await verified(database);
  await chainNextBlock(database, secrets);

  const added = [1, 2, 3].map((digit) => `aud_zzzzzzzzzzzzzzz${digit} was added`);
  const foreign = 'aud_zzzzzzzzzzzzzzz4 was not written by the service';
  expect(before.faults.toSorted()).toEqual([...added, foreign]);
  expect((await verified(database)).faults.toSorted()).toEqual([...added, foreign]);
});

test('more entries than a block can have, added to one, are all found', async () => {
  const { database, ids } = await makeLog();
  const added = Array.from({ length: 2 * maxEntries }, (_, index) => `aud_${String(index).padStart(16, '0')}`);
  await database.transaction(async (transaction) => {
    for (const id of added) await copyIn(transaction, ids[0], id, 2);
  });

  const { faults } = await verified(database);

  expect(faults).toEqual(added.map((id) => `${id} was added`));
});

test('an altered block is found, also if its hash was computed again', async () => {
  const { database, ids, change } = await makeLog();

  await change(`UPDATE audit_blocks SET hash = 'x' WHERE number = 3`);
  const hash = (await verified(database)).faults;
  await change('DELETE FROM audit_entries WHERE id = ?', [ids[1]]);
  await change('UPDATE audit_blocks SET content = ? WHERE number = 1', [`${ids[0]} x genuine`]);
  const { faults } = await verified(database);

  expect(hash).toEqual(['block 3 was altered, or the one before it', 'block 3 is not the one that the seal covers']);
  expect(faults).toContain('block 1 was altered, or the one before it');
});

test('a missing block is found, at each place', async () => {
  const { database, change } = await makeLog();

  await change('DELETE FROM audit_blocks WHERE number = 2');
  const { faults } = await verified(database);
  await change('DELETE FROM audit_blocks');

  expect(faults).toContain('block 2 is missing');
  expect((await verified(database)).faults).toEqual(
    expect.arrayContaining([1, 2, 3].map((n) => `block ${n} is missing`)),
  );
});

test('whoever cuts off the end cannot make the seal, and the service does not continue the log', async () => {
  const { database, owner, change } = await makeLog();
  const [second] = await database.rows<{ hash: string }>('SELECT hash FROM audit_blocks WHERE number = 2');

  await change('DELETE FROM audit_entries WHERE block = 3');
  await change('DELETE FROM audit_blocks WHERE number = 3');
  await change('UPDATE audit_chains SET last = 2, last_hash = ?', [second?.hash ?? '']);
  await makeAuditEntry(database, owner);

  expect((await verified(database)).faults).toEqual(['seal was not made with the secrets of this installation']);
  await expect(chainNextBlock(database, secrets)).rejects.toThrow('audit verify');
});

test('a hash that was noted shows that the end was cut off together with its seal', async () => {
  const { database, owner, change } = await makeLog();
  const chain = await database.rows<Record<string, string>>('SELECT * FROM audit_chains');
  await makeAuditEntry(database, owner);
  await chainNextBlock(database, secrets);
  const { last: noted } = await verified(database);

  await change('DELETE FROM audit_entries WHERE block = 4');
  await change('DELETE FROM audit_blocks WHERE number = 4');
  const { last, last_hash: hash, seal } = chain[0] as Record<string, string>;
  await change('UPDATE audit_chains SET last = ?, last_hash = ?, seal = ?', [Number(last), hash ?? '', seal ?? '']);

  expect((await verified(database)).faults).toEqual([]);
  expect((await verified(database, secrets, noted)).faults).toEqual(['block 4 was noted, but is missing']);
  await makeAuditEntry(database, owner);
  await chainNextBlock(database, secrets);
  expect((await verified(database, secrets, noted)).faults).toEqual(['block 4 does not have the hash that was noted']);
});

test('what was given can be erased by the service alone, and the log still verifies', async () => {
  const { database, owner, ids, change } = await makeLog();
  provideRuntime({ secrets, dataDirectory: '' });
  const by = { accountId: owner.account.id, jobId: 'job_0000000000000000' };

  await database.transaction((transaction) => eraseInputs(transaction, by, [ids[3] ?? '']));

  expect(await verified(database)).toMatchObject({ faults: [], erased: 1 });
  await chainNextBlock(database, secrets);
  expect(await verified(database)).toMatchObject({ faults: [], erased: 1 });

  await change('UPDATE audit_entries SET given = NULL, salt = NULL WHERE id = ?', [ids[4] ?? '']);
  expect((await verified(database)).faults).toEqual([`${ids[4]} lacks its input, which the service did not erase`]);
});

test('after its retention period a block is removed, and what follows still verifies', async () => {
  const { database, owner, change } = await makeLog();
  await change(`UPDATE audit_blocks SET created_at = '2001-01-01 00:00:00.000' WHERE number < 3`);

  expect(await pruneAudit(database, secrets, 730)).toBe(4);
  expect(await pruneAudit(database, secrets, 730)).toBe(0);
  await makeAuditEntry(database, owner);
  await chainNextBlock(database, secrets);
  expect(await verified(database)).toMatchObject({ faults: [], blocks: 2, entries: 3, last: { number: 4 } });

  await change('DELETE FROM audit_blocks WHERE number = 3');
  expect((await verified(database)).faults).toContain('block 3 is missing');
});

test('simultaneous workers make no gap', async () => {
  const { database } = await openOwn();
  const owner = await makeAccount(database);
  await makeAuditEntry(database, owner);
  for (let count = 0; count < 40; count += 1) await makeAuditEntry(database, owner);
  await Promise.all([1, 2, 3].map(() => chainNextBlock(database, secrets)));
  await chainNextBlock(database, secrets);

  expect(await verified(database)).toMatchObject({ faults: [], entries: 41, waiting: 0 });
});

test('the seal follows the secret, and then the previous secret is not needed', async () => {
  const { database, owner, ids } = await makeLog();
  provideRuntime({ secrets, dataDirectory: '' });
  const by = { accountId: owner.account.id, jobId: 'job_0000000000000000' };
  await database.transaction((transaction) => eraseInputs(transaction, by, [ids[3] ?? '']));
  await chainNextBlock(database, secrets);
  const rotated = new Secrets('n'.repeat(32), ['a secret of the tests, long enough']);
  const alone = new Secrets('n'.repeat(32));

  expect((await verified(database, rotated)).faults).toEqual([]);
  expect((await verified(database, alone)).faults).toEqual(['seal was not made with the secrets of this installation']);
  await expect(sealChain(database, alone)).rejects.toThrow('audit verify');
  await sealChain(database, rotated);
  expect(await verified(database, alone)).toMatchObject({ faults: [], erased: 1 });
  await makeAuditEntry(database, owner, { secrets: alone });
  await chainNextBlock(database, alone);
  expect((await verified(database, alone)).faults).toEqual([]);
});

test('a log whose secret is lost can be sealed anew', async () => {
  const { database } = await makeLog();
  const other = new Secrets('n'.repeat(32));

  await sealChain(database, other, { trusted: true });

  expect((await verified(database, other)).faults).toEqual([]);
});
