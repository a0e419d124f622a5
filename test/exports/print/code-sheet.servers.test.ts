import { expect, test } from 'vitest';
import { printParts, pruneSheets } from '../../../src/exports/print/code-sheet.ts';
import { countRows } from '../../../src/kernel/database/rows.ts';
import { daysAgo } from '../../../src/kernel/values/instant.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { runJobs, runStep } from '../../support/jobs.ts';
import { makeCoupon, makeSession, makeSessions } from '../../support/make.ts';
import { codesOf, find, print, sorted } from './sheets.ts';

const app = useAppWithDatabaseOfItsOwn();

/** Asks for a sheet and draws it. */
const printed = async (client: Client, coupon: string, input: object = {}) => {
  const answer = await print(client, coupon, input);
  expect(answer).toEqual({ unprintable: [], job: expect.anything() });
  await runJobs(app.database);
  return find(client, answer.job.id);
};

test('a sheet has the newest codes that are not void', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, { title: 'Bread' });
  await makeSessions(app.database, coupon, Array(5).fill({}));
  await makeSessions(app.database, coupon, Array(4).fill({ voided: true }));
  const newest = await makeSessions(app.database, coupon, Array(30).fill({}));

  const job = await printed(client, coupon.id, { amount: 30 });

  expect(job).toMatchObject({ status: 'DONE', requested: 30, created: 30 });
  const { codes, pages } = await codesOf(job.fileUrl);
  expect(pages).toBe(2);
  expect(sorted(codes)).toEqual(sorted(newest.map(({ session }) => session)));
});

test('a range, a state, validation codes and addresses', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const made = await makeSessions(app.database, coupon, [{}, { claimed: true }, {}, { voided: true }, {}]);
  const { session } = await makeSession(app.database, client.owner, { coupon, customValCode: 'BREAD-2026' });
  const [one, , three, four] = made;

  const range = await printed(client, coupon.id, { firstSequence: one?.sequence, lastSequence: three?.sequence });
  expect(sorted((await codesOf(range.fileUrl)).codes)).toEqual(sorted(made.slice(0, 3).map((row) => row.session)));
  const voided = await printed(client, coupon.id, { state: 'VOIDED' });
  expect((await codesOf(voided.fileUrl)).codes).toEqual([four?.session]);
  const newest = await printed(client, coupon.id, { amount: 1 });
  expect((await codesOf(newest.fileUrl)).codes).toEqual(['BREAD-2026']);
  const address = await printed(client, coupon.id, { amount: 1, isAddress: true, barcode: null });
  expect((await codesOf(address.fileUrl)).codes).toEqual([`${app.url}/p/${coupon.code}/${session}`]);
});

test('many codes in other states are passed over in small steps', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const [oldest] = await makeSessions(app.database, coupon, [{}]);
  await makeSessions(app.database, coupon, Array(1200).fill({ claimed: true }));

  const job = await printed(client, coupon.id, { state: 'UNCLAIMED' });

  expect(job).toMatchObject({ status: 'DONE', created: 1 });
  expect((await codesOf(job.fileUrl)).codes).toEqual([oldest?.session]);
});

test('without a matching code, the job is done and there is no file', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  expect(await printed(client, id)).toMatchObject({ status: 'DONE', created: 0, fileUrl: null });
});

test('a cancelled job keeps nothing', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  await makeSessions(app.database, coupon, Array(300).fill({}));
  const { job } = await print(client, coupon.id, { amount: 300 });
  await runStep(app.database);
  expect(await countRows(app.database, printParts, { jobId: job.id })).toBe(1);

  await client.graphql('mutation ($id: ID!) { cancelJob(input: { id: $id }) { id } }', { id: job.id });
  await runJobs(app.database);

  expect(await find(client, job.id)).toMatchObject({ status: 'CANCELLED', fileUrl: null });
  expect(await countRows(app.database, printParts, { jobId: job.id })).toBe(0);
});

test('codes that are deleted or voided meanwhile are left out', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const made = await makeSessions(app.database, coupon, Array(110).fill({}));
  const { job } = await print(client, coupon.id, { amount: 110 });
  await runStep(app.database);
  const [first, second] = made;
  const end = (sql: string, sequence: number | undefined) =>
    app.database.transaction((transaction) => transaction.change(sql, [sequence ?? 0]));
  await end('UPDATE coupon_sessions SET voided_at = created_at WHERE sequence = ?', first?.sequence);
  await client.graphql('mutation ($i: DeleteCouponSessionInput!) { deleteCouponSession(input: $i) { session } }', {
    i: { session: second?.session },
  });
  await runJobs(app.database);

  const { codes } = await codesOf((await find(client, job.id)).fileUrl);
  expect(codes).not.toContain(first?.session);
  expect(codes).toHaveLength((await find(client, job.id)).created);
});

test('the file goes with its coupon, and a day after the call', async () => {
  const client = await app.client();
  const [coupon, other] = [await makeCoupon(app.database, client.owner), await makeCoupon(app.database, client.owner)];
  for (const one of [coupon, other]) await makeSessions(app.database, one, [{}]);
  const [job, kept] = [await printed(client, coupon.id), await printed(client, other.id)];

  await app.database.transaction((transaction) =>
    transaction.change('UPDATE coupons SET deleted_at = created_at WHERE id = ?', [coupon.id]),
  );
  expect((await fetch(job.fileUrl)).status).toBe(404);

  for (const table of ['jobs', 'print_parts'])
    await app.database.transaction((transaction) =>
      transaction.change(`UPDATE ${table} SET created_at = ? WHERE ${table === 'jobs' ? 'id' : 'job_id'} = ?`, [
        daysAgo(2),
        kept.id,
      ]),
    );
  expect((await fetch(kept.fileUrl)).status).toBe(404);
  expect((await find(client, kept.id)).fileUrl).toBeNull();
  await pruneSheets(app.database);
  expect(await countRows(app.database, printParts, { jobId: kept.id })).toBe(0);
});

test('a sheet belongs to its account, and its address cannot be changed', async () => {
  const [client, other] = [await app.client(), await app.client()];
  const coupon = await makeCoupon(app.database, client.owner);
  await makeSessions(app.database, coupon, [{}]);
  const { fileUrl, id } = await printed(client, coupon.id);
  expect((await other.graphql('query ($id: ID!) { job(id: $id) { fileUrl } }', { id })).codes).toEqual([
    'JOB_NOT_FOUND',
  ]);
  expect(await print(other, coupon.id)).toEqual(['COUPON_NOT_FOUND']);
  const [payload = '', signature] = fileUrl.slice(fileUrl.lastIndexOf('/') + 1).split('.');
  const request = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const changed = Buffer.from(JSON.stringify({ ...request, accountId: other.owner.account.id })).toString('base64url');
  expect((await fetch(`${app.url}/exports/${changed}.${signature}`)).status).toBe(404);
});

test('invalid input changes nothing', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  for (const input of [
    { amount: 0 },
    { amount: 10_001 },
    { labelText: 'x'.repeat(201) },
    { firstSequence: 2, lastSequence: 1 },
    { isAddress: true },
  ])
    expect(await print(client, id, input)).toEqual(['INVALID_INPUT']);
  expect(await app.database.rows('SELECT 1 FROM jobs j WHERE j.account_id = ?', [client.owner.account.id])).toEqual([]);
});

test('a barcode that scanners could not read is refused before the job starts', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, { barcode: 'CODE39' });
  await makeSessions(app.database, coupon, Array(40).fill({}));
  const refusal = await client.graphql(
    'mutation ($i: CreatePrintSheetInput!) { createPrintSheet(input: $i) { job { id } } }',
    { i: { coupon: coupon.id, layout: 'L7160', amount: 40 } },
  );
  expect(refusal.codes).toEqual(['INVALID_INPUT']);
  expect(refusal.errors[0]?.message).toMatch(/is too wide on labels of L7160 .* Use CODE128B, QRCODE/);
  expect(refusal.errors[0]?.extensions.field).toBe('barcode');
  expect(await app.database.rows('SELECT 1 FROM jobs j WHERE j.account_id = ?', [client.owner.account.id])).toEqual([]);

  // Drawn codes can have so many small letters, which are twice as wide, that they do not fit.
  const codes = ['aaaaaaaa-BREAD-0000-1', 'aaaaaaaa-BREAD-0000-2'];
  for (const customValCode of codes) await makeSession(app.database, client.owner, { coupon, customValCode });
  const made = await printed(client, coupon.id, { amount: 2, layout: 'L7163', barcode: null });
  expect(sorted((await codesOf(made.fileUrl, 6)).codes)).toEqual(codes);
});

test('a later code that is too long for the symbology becomes a QR code', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const [long] = await makeSessions(app.database, coupon, [{}]);
  await makeSessions(app.database, coupon, Array(500).fill({ claimed: true }));
  const job = await printed(client, coupon.id, { state: 'UNCLAIMED', barcode: 'CODE39' });
  expect((await codesOf(job.fileUrl)).codes).toEqual([long?.session]);
});

test('an account has at most 20 sheets, and cancelled ones do not count', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const sheets = await Promise.all(Array.from({ length: 22 }, () => print(client, id)));
  const made = sheets.filter((sheet) => sheet.job);
  expect([made.length, sheets.find((sheet) => !sheet.job)]).toEqual([20, ['TOO_MANY_PRINT_SHEETS']]);
  await client.graphql('mutation ($id: ID!) { cancelJob(input: { id: $id }) { id } }', { id: made[0].job.id });
  expect(await print(client, id)).toMatchObject({ job: { status: 'QUEUED' } });
  await runJobs(app.database);
});

test('characters that cannot be printed are named in the answer', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner, { title: 'Brød Хлеб' });
  expect(await print(client, id, { labelText: 'خبز' })).toMatchObject({ unprintable: ['خ', 'ب', 'ز'] });
});

test('a table tent leads to the public page', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, { title: 'Bread', value: '5', currency: 'EUR' });
  const { data } = await client.graphql(
    'query ($id: ID!) { small: tableTentUrl(coupon: $id) large: tableTentUrl(coupon: $id, size: A4, language: DE) }',
    { id: coupon.id },
  );
  for (const url of [data.small, data.large]) {
    const { codes, pages } = await codesOf(url);
    expect({ codes, pages }).toEqual({ codes: Array(2).fill(`${app.url}/p/${coupon.code}`), pages: 1 });
  }
});
