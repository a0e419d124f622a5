import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { Client } from '../../support/client.ts';
import { migratedDatabaseUrl, timeoutOfTests } from '../../support/database.ts';
import { makeAccount, makeCoupon, makeSessions } from '../../support/make.ts';
import { openPdf, pictureOf, scan } from '../../support/pdf-reader.ts';
import { startServer } from '../../support/processes.ts';

const [few, many] = [500, 10_000];
const perPage = 21;

/**
 * The most memory in MiB that a large sheet may take beside a small one. Its file has 12 MB. V8 postpones the collection
 * of garbage, so a small part of that would say nothing.
 */
const maxMore = 100;

test('a sheet of 10,000 codes is complete, and takes hardly more memory than one of 500', async () => {
  const databaseUrl = await migratedDatabaseUrl(inject('engine'), inject('serverUrl'));
  const database = await openDatabase(databaseUrl, model, timeoutOfTests);
  const owner = await makeAccount(database);
  const coupon = await makeCoupon(database, owner, { title: 'Bread' });
  const codes: string[] = [];
  for (let made = 0; made < many; made += 1000)
    codes.unshift(
      ...(await makeSessions(database, coupon, Array(1000).fill({}))).map(({ session }) => session).reverse(),
    );
  await database.close();
  const { program, url } = await startServer(databaseUrl);
  const client = new Client(url, owner);

  const small = await sheetOf(client, coupon.id, few);
  const before = program.peakMemory;
  const large = await sheetOf(client, coupon.id, many);
  const after = program.peakMemory;

  expect(after - before).toBeLessThan(maxMore);
  expect((await openPdf(small)).getPageCount()).toBe(Math.ceil(few / perPage));
  const document = await openPdf(large);
  const pages = Math.ceil(many / perPage);
  expect(document.getPageCount()).toBe(pages);
  for (const page of [0, 100, 237, 400, pages - 1]) {
    const read = await scan(await pictureOf(document, page, 2));
    expect(read.sort()).toEqual(codes.slice(page * perPage, (page + 1) * perPage).sort());
  }
});

/** Returns the file of a sheet, which the worker of the same process draws. */
async function sheetOf(client: Client, coupon: string, amount: number): Promise<Uint8Array> {
  const made = await client.graphql(
    'mutation ($i: CreatePrintSheetInput!) { createPrintSheet(input: $i) { job { id } } }',
    { i: { coupon, layout: 'L7160', amount, barcode: 'QRCODE' } },
  );
  const { id } = made.data.createPrintSheet.job;
  for (;;) {
    const { job } = (await client.graphql('query ($id: ID!) { job(id: $id) { status fileUrl } }', { id })).data;
    if (job.fileUrl) return new Uint8Array(await (await fetch(job.fileUrl)).arrayBuffer());
    expect(job.status).not.toBe('FAILED');
    await sleep(100);
  }
}
