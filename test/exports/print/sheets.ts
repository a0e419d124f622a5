import { expect } from 'vitest';
import type { Client } from '../../support/client.ts';
import { openPdf, pictureOf, scan } from '../../support/pdf-reader.ts';

const fields = 'id status requested created fileUrl';

/** Asks for a sheet. Returns the job, or the codes of the refusal. */
export async function print(client: Client, coupon: string, input: object = {}) {
  const answer = await client.graphql(
    `mutation ($i: CreatePrintSheetInput!) { createPrintSheet(input: $i) { unprintable job { ${fields} } } }`,
    { i: { coupon, layout: 'L7160', amount: 100, barcode: 'QRCODE', ...input } },
  );
  return answer.data?.createPrintSheet ?? answer.codes;
}

export async function find(client: Client, id: string) {
  return (await client.graphql(`query ($id: ID!) { job(id: $id) { ${fields} } }`, { id })).data.job;
}

/** Returns the texts of all barcodes of a file, and its number of pages. */
export async function codesOf(url: string, scale = 2): Promise<{ codes: string[]; pages: number }> {
  const response = await fetch(url);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const document = await openPdf(new Uint8Array(await response.arrayBuffer()));
  const codes: string[] = [];
  const pages = document.getPageCount();
  for (let page = 0; page < pages; page++) codes.push(...(await scan(await pictureOf(document, page, scale))));
  return { codes, pages };
}

export const sorted = (codes: readonly string[]): string[] => [...codes].sort();
