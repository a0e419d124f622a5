import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { accountFileNames, accountFiles } from '../../src/exports/account/account-files.ts';
import { accountRows } from '../../src/exports/account/account-rows.ts';
import { daysAgo } from '../../src/kernel/values/instant.ts';
import { writeAccount } from '../../src/main/move/account-folder.ts';
import { makeWholeLife, ownedTables } from '../accounts/closing/whole-life.ts';
import { useAppWithDatabaseOfItsOwn } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeAccount, makeCoupon, makeSessions } from '../support/make.ts';
import { makeMessage } from '../support/make-messages.ts';

const app = useAppWithDatabaseOfItsOwn();

const mutation =
  'mutation ($input: ExportAccountInput!) { exportAccount(input: $input) { files { name url } expiresAt } }';

/** Downloads files, and returns their rows by name. */
async function download(client: Client, files?: string[]): Promise<Map<string, Record<string, unknown>[]>> {
  const { data, errors } = await client.graphql(mutation, { input: { files } });
  expect(errors).toEqual([]);
  const read = data.exportAccount.files.map(async ({ name, url }: { name: string; url: string }) => {
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${name.toLowerCase()}.jsonl"`);
    return [name, rowsIn(await response.text())] as const;
  });
  return new Map(await Promise.all(read));
}

function rowsIn(text: string): Record<string, unknown>[] {
  return text.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));
}

/** Tables that are not exported, because others say the same, or because they are means of the service. */
const leftOut = {
  copies: [
    ...['SessionMark', 'SessionSearchKey', 'SessionIdentity', 'ValidationCodeSpace', 'MemberKey', 'SearchKey'],
    ...['CouponReceipt', 'DirectoryOpening', 'SharedEvent', 'WalletPicture', 'PassCounts', 'LandingSubmission'],
    ...['PointLot', 'PrintPart', 'PersonalPart', 'EndpointTraffic'],
  ],
  secrets: ['SingleSignOn', 'DirectorySignIn', 'SignIn', 'PersonLink', 'CertificateRequest', 'IdempotentCall'],
  means: [
    ...['EarlyReceipt', 'WalletCampaign', 'WalletDevice', 'WalletRegistration', 'GoogleClass', 'WalletLane'],
    ...['WalletNotification', 'EventTrace', 'ImportStep'],
  ],
};

test('an account gets all that it stores, without secrets, and nothing of others', async () => {
  const [client, other] = [await app.client(), await app.client()];
  await makeWholeLife(app, client, 'Taken along');
  await makeWholeLife(app, other, 'Of somebody else');

  const found = await download(client);

  expect([...found.keys()]).toEqual(accountFileNames);
  expect([...found].filter(([, rows]) => rows.length === 0).map(([name]) => name)).toEqual([]);
  const text = JSON.stringify([...found]);
  for (const foreign of [other.owner.account.id, other.owner.keyId, 'Of somebody else'])
    expect(text).not.toContain(foreign);
  expect(
    [...text.matchAll(/"(\w*(?:hash|secret|token|password|private_key|settings|lease)\w*)":/g)].map(([, name]) => name),
  ).toEqual([]);
});

test('every table is exported, or left out for a reason', () => {
  const parts = accountFileNames.flatMap((name) => {
    const { source } = accountFiles[name];
    if (typeof source !== 'string') return [...source.from.matchAll(/(?:FROM|JOIN) (\w+)/g)].map(([, table]) => table);
    return {
      SESSIONS: 'coupon_sessions',
      CODES: 'validation_codes',
      EVENTS: 'events',
      CONTACTS: 'contacts',
      AUDIT_LOG: 'audit_entries',
      STATISTICS: '',
    }[source];
  });
  const missing = ownedTables
    .filter(({ options }) => !parts.includes(options.tableName))
    .map(({ options }) => options.name);

  expect(missing.sort()).toEqual(Object.values(leftOut).flat().sort());
});

test('files with more rows than a page contain each row once', async () => {
  const { database } = app;
  const client = await app.client();
  const coupon = await makeCoupon(database, client.owner);
  await makeSessions(database, coupon, Array(2500).fill({}));
  const first = await makeMessage(database, client.owner);
  // Many messages to the same address at the same time differ by their number alone.
  await database.transaction(async (transaction) => {
    const columns = `account_id, integration_id, channel, campaign_id, content_id, address, address_key, link, status, urgent,
      paid, created_at, claims, failures`;
    for (let done = 0; done < 2500; done += 1)
      await transaction.change(
        `INSERT INTO messages (id, ${columns}) SELECT ?, ${columns} FROM messages WHERE id = ?`,
        [`msg_${String(done).padStart(16, '0')}`, first.id],
      );
  });

  const found = await download(client, ['MESSAGES', 'SESSIONS']);

  expect([...found.keys()]).toEqual(['MESSAGES', 'SESSIONS']);
  expect(new Set(found.get('SESSIONS')?.map(({ session }) => session)).size).toBe(2500);
  expect(new Set(found.get('MESSAGES')?.map(({ number }) => number)).size).toBe(2501);
  expect(found.get('MESSAGES')?.length).toBe(2501);
});

test('only administrators get addresses, which work as long as the key', async () => {
  const reader = await app.client({ scopes: ['READ', 'WRITE'] });
  expect((await reader.graphql(mutation, { input: {} })).codes).toEqual(['FORBIDDEN']);
  const client = await app.client();
  expect((await client.graphql(mutation, { input: { files: [] } })).codes).toEqual(['INVALID_INPUT']);
  const { data } = await client.graphql(mutation, { input: { files: ['ACCOUNT', 'ACCOUNT'] } });
  const [{ url }, ...others] = data.exportAccount.files;
  expect(others).toEqual([]);
  expect((await fetch(url)).status).toBe(200);
  const revoke = 'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { id } }';
  expect((await client.graphql(revoke, { id: client.owner.keyId })).errors).toEqual([]);

  expect((await fetch(url)).status).toBe(404);
});

test('the operator writes a closed account and those below it to a folder', async () => {
  const { database } = app;
  const client = await app.client();
  const below = await makeAccount(database, { parent: client.owner.account });
  await makeCoupon(database, client.owner, { title: 'Fresh bread' });
  await makeCoupon(database, below, { title: 'Dark bread' });
  await database.transaction((transaction) =>
    transaction.change('UPDATE accounts SET closed_at = ?, closed_with = ? WHERE id = ? OR parent_id = ?', [
      ...[daysAgo(1), client.owner.account.id, client.owner.account.id, client.owner.account.id],
    ]),
  );
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'account-')), 'taken');
  const which = { id: client.owner.account.id, folder, publicUrl: app.url };

  const written = await Array.fromAsync(writeAccount(database, which));

  expect(written.length).toBe(2 * accountFileNames.length);
  expect(written.find(({ file }) => file === path.join(folder, 'coupons.jsonl'))?.rows).toBe(1);
  const [coupon] = rowsIn(await readFile(path.join(folder, below.account.id, 'coupons.jsonl'), 'utf8'));
  expect(coupon).toMatchObject({ title: 'Dark bread', account_id: below.account.id });
  expect((await readdir(folder)).length).toBe(accountFileNames.length + 1);
  await expect(Array.fromAsync(writeAccount(database, which))).rejects.toThrow('is not empty');
  const nobody = Array.fromAsync(
    accountRows(database, { accountId: 'acc_0000000000000000', file: 'COUPONS' }, app.url),
  );
  expect(await nobody).toEqual([]);
});
