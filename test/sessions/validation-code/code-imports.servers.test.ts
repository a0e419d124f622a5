import { expect, test } from 'vitest';
import { exportRows } from '../../../src/exports/export.ts';
import { formatted } from '../../../src/exports/export-format.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon } from '../../support/make.ts';

const app = useApp();

const upload = async (client: Client, coupon: string, body: string | Buffer) => {
  const response = await fetch(`${app.url}/imports/coupon-codes?coupon=${coupon}`, {
    method: 'POST',
    headers: { ...client.headers, 'Content-Type': 'text/csv' },
    body: new Uint8Array(Buffer.from(body)),
  });
  const lines = (await response.text()).trim().split('\n');
  return { status: response.status, report: lines.map((line) => JSON.parse(line)) };
};

test('an upload reports every skipped row and a summary', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const { status, report } = await upload(client, id, 'ONE\n\nTWO\n"THREE"\nONE\n');
  expect(status).toBe(200);
  expect(report).toEqual([
    { line: 2, code: '', reason: 'EMPTY' },
    { line: 5, code: 'ONE', reason: 'REPEATED' },
    { imported: 3, skipped: 2 },
  ]);
});

test.each([
  ['a header', 'Code\nRYE-0001\nRYE-0002\n'],
  ['semicolons', 'Code;Rabatt\r\nRYE-0001;10%\r\nRYE-0002;10%\r\n'],
  ['another column first', 'Nr.,Voucher code\n1,RYE-0001\n2,RYE-0002\n'],
  ['tabs', 'name\tcoupon_code\nRye\tRYE-0001\nRye\tRYE-0002'],
  ['a named separator', 'sep=;\nGutscheincode;Wert\nRYE-0001;10\nRYE-0002;20\n'],
  ['bars', 'Code|Rabatt\nRYE-0001|10%\nRYE-0002|10%\n'],
  ['the names of campaigns', 'Coupon;Code\nRye;RYE-0001\nRye;RYE-0002\n'],
  ['barcodes too', 'Barcode;Gutschein-Code\n400;RYE-0001\n401;RYE-0002\n'],
  ['separators in a quoted name', 'Code;"Wert, Preis, Rabatt"\nRYE-0001;10\nRYE-0002;10\n'],
  ['an accent in the header', 'Código;Valor\nRYE-0001;10\nRYE-0002;10\n'],
  ['texts that spreadsheets keep', 'Code;Rabatt\n="RYE-0001";10%\n="RYE-0002";10%\n'],
  ['empty columns', 'RYE-0001;;\nRYE-0002;;\n'],
  ['empty lines above the header', '\n;;\nCode;Rabatt\nRYE-0001;10%\nRYE-0002;10%\n'],
  ['our own export', '\ufeffcoupon_id,code,sequence,position\ncam_1,RYE-0001,,1\ncam_1,RYE-0002,7,2\n'],
])('a file with %s adds its codes and nothing else', async (_, csv) => {
  for (const body of [csv, Buffer.from(`\ufeff${csv.replace('\ufeff', '')}`, 'utf16le')]) {
    const client = await app.client();
    const { id } = await makeCoupon(app.database, client.owner);
    expect((await upload(client, id, body)).report).toEqual([{ imported: 2, skipped: 0 }]);
    expect(await codesOf(id)).toEqual(['RYE-0001', 'RYE-0002']);
  }
});

test.each([
  ['several columns without a name', 'RYE-0001;10%\nRYE-0002;10%\n', /does not name a column "code"/],
  ['a header of one column above several', 'Code\nRYE-0001;10%\n', /more than the first line/],
  ['several columns of codes', 'Code;Voucher code\nRYE-0001;X-1\n', /names several columns/],
  ['bars without names', 'RYE-0001|10%\nRYE-0002|10%\n', /does not name a column "code"/],
  ['a header of an unknown name', 'Nummern\nRYE-0001\nRYE-0002\n', /Line 1 is unlike all other codes/],
  ['a header of several words', 'Voucher ID\nABCDEF\nGHIJKL\n', /Line 1 is unlike/],
  ['a header with a number', 'Coupon-Codes_2026\nRYE-0001\nRYE-0002\n', /Line 1 is unlike/],
  ['a header with a remark', 'Code (10%)\nRYE-0001\n', /Line 1 is unlike/],
  ['a header and another separator', 'Code:Rabatt\nRYE-0001:10%\nRYE-0002:10%\n', /Line 1 is unlike/],
  ['a title above the header', 'Sommeraktion\n\nCode\nRYE-0001\nRYE-0002\n', /Line 3 is unlike/],
  ['a sum at the end', 'Code\nRYE-0001\nRYE-0002\n\nSumme: 2\n', /Line 5 is unlike/],
  ['a word at the end', `Code;Wert\n${'RYE-0001;1\nRYE-0002;1\n'.repeat(3)}Total;6\n`, /Line 8 is unlike/],
  ['the header twice', 'Code;Wert\nRYE-0001;10\nCode;Wert\nRYE-0002;10\n', /Line 3 is unlike/],
  ['a quote that ends rows later', 'Code;Wert\nA1;"10\nA2;20\nA3;"30"\n', /Line 2 has a line break/],
  ['a quote in the header that ends rows later', 'Code;"Wert\nA1;10\nA2;"20"\n', /Line 1 has a line break/],
  ['a quote that does not end', 'Code;Wert\nA1;10\nA2;"10\nA3;20\n', /A quote in line 3 does not end/],
  ['shortened numbers', 'Code\n4.00638E+12\n', /a spreadsheet has shortened/],
  ['a shortened round number', 'Code\n4E+12\n', /a spreadsheet has shortened/],
  ['a comma in one row', 'RYE-0001\nTWO,ignored\n', /Line 2 has 2 cells/],
  ['other letters than UTF-8', Buffer.from('RYE-1\nBröt\n', 'latin1'), /not UTF-8/],
])('a file with %s is refused before anything is stored', async (_, body, error) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  expect((await upload(client, id, body)).report).toEqual([
    { imported: 0, skipped: 0, error: expect.stringMatching(error) },
  ]);
  expect(await codesOf(id)).toEqual([]);
});

test('exported codes come back as they were, also those that a spreadsheet would read as formulas', async () => {
  const client = await app.client();
  const [from, to] = [await makeCoupon(app.database, client.owner), await makeCoupon(app.database, client.owner)];
  const codes = ['=LOVE', "'-y", "''=z", '-5', '@at', '+1', 'plain'];
  await upload(
    client,
    from.id,
    `code\n${codes.map((code) => `"${/^'*[=+\-@]/.test(code) ? "'" : ''}${code}"`).join('\n')}`,
  );
  const rows = exportRows(
    app.database,
    { type: 'CODES', accountId: client.owner.account.id, coupon: from.id, group: null, from: null, to: null },
    '',
  );
  const csv = (await Array.fromAsync(formatted(rows, 'CODES', 'CSV'))).join('');

  expect(csv.startsWith('\ufeff')).toBe(true);
  expect((await upload(client, to.id, csv)).report).toEqual([{ imported: codes.length, skipped: 0 }]);
  expect(await codesOf(to.id)).toEqual(codes.toSorted());
});

async function codesOf(coupon: string): Promise<string[]> {
  const rows = await app.database.rows<{ code: string }>('SELECT code FROM validation_codes WHERE coupon_id = ?', [
    coupon,
  ]);
  return rows.map(({ code }) => code).sort();
}

test('an upload of several chunks reports the lines and codes of all of them', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const codes = Array.from({ length: 25_000 }, (_, index) => `CODE-${index}`);
  const { report } = await upload(client, id, [...codes, 'CODE-7'].join('\n'));
  expect(report).toEqual([
    { line: 25_001, code: 'CODE-7', reason: 'ALREADY_THERE' },
    { imported: 25_000, skipped: 1 },
  ]);
});

test('a sum after thousands of codes ends the import before it is a code', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const codes = Array.from({ length: 2000 }, (_, index) => `CODE-${index}`);
  const { report } = await upload(client, id, [...codes, 'Total'].join('\n'));
  expect(report).toEqual([{ imported: 2000, skipped: 0, error: expect.stringMatching(/Line 2001 is unlike/) }]);
  expect(await codesOf(id)).not.toContain('Total');
});

test.each([
  ['words', 'SUMMER\nWINTER-24\nRYE\n10-OFF\n'],
  ['random letters and digits', 'ABCDEF\nA1CDEF\nB2CDEF\nC3CDEF\n'],
  ['names of columns', 'CODE-A1\nCODE-B2\nCOUPON-C3\n'],
  ['spaces', 'RYE 1\nRYE 2\nOAT\n'],
  ['one code', 'Code 1\n'],
])('codes with %s are codes', async (_, csv) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  expect((await upload(client, id, csv)).report).toEqual([{ imported: csv.split('\n').length - 1, skipped: 0 }]);
});

test.each([
  ['a word among codes', 'WELCOME\nSPRING24\nSUMMER25\n'],
  ['a space in one code', 'AB 12\nCD34\nEF56\nGH78\n'],
  ['the name of a column in one code', 'PROMOCODE-10\nSPRING-20\n'],
])('below a header, codes may have any form: %s', async (_, csv) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  expect((await upload(client, id, `code\n${csv}`)).report).toEqual([
    { imported: csv.split('\n').length - 1, skipped: 0 },
  ]);
});

test('a later row with another separator is skipped', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const { report } = await upload(client, id, `${'A1\nA2\nA3\nA4\nA5\nA6\n'}RYE-1;10%\n"A,7"\n`);
  expect(report).toEqual([
    { line: 7, code: 'RYE-1;10%', reason: 'SEVERAL_CELLS' },
    { imported: 7, skipped: 1 },
  ]);
});

test('an upload requires credentials, the scope WRITE and a coupon of the account', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const reader = await app.client({ account: client.owner.account, scopes: ['READ'] });
  const stranger = await app.client();
  const answers = [
    await upload(client.with({}), id, 'A'),
    await upload(reader, id, 'A'),
    await upload(stranger, id, 'A'),
    await upload(client, 'nonsense', 'A'),
  ];
  expect(answers.map(({ status, report }) => [status, report[0].error.code])).toEqual([
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [404, 'COUPON_NOT_FOUND'],
    [404, 'COUPON_NOT_FOUND'],
  ]);
});

test('an unreadable upload ends its report with the reason', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const { status, report } = await upload(client, id, 'GOOD\n\u0000\n"unclosed\nA');
  expect(status).toBe(200);
  expect(report).toEqual([{ imported: 0, skipped: 0, error: expect.stringMatching(/quote/i) }]);
});
