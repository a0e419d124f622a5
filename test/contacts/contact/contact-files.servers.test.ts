import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { connectServices, makeContacts, makeGroup } from '../../support/make-contacts.ts';

const app = useApp();

const upload = async (client: Client, group: string, body: string | Uint8Array<ArrayBuffer>) => {
  const response = await fetch(`${app.url}/imports/contacts?group=${group}`, {
    method: 'POST',
    headers: { ...client.headers, 'Content-Type': 'text/csv' },
    body,
  });
  const lines = (await response.text()).trim().split('\n');
  return { status: response.status, report: lines.map((line) => JSON.parse(line)) };
};

const download = async (client: Client, group: string) => {
  const { data } = await client.graphql(
    'mutation ($input: CreateExportInput!) { createExport(input: $input) { url } }',
    {
      input: { type: 'CONTACTS', filter: { group } },
    },
  );
  return (await fetch(data.createExport.url)).text();
};

const connected = async (channel: 'EMAIL' | 'SMS' = 'EMAIL') => {
  const client = await app.client();
  await connectServices(app.database, client.owner);
  return { client, group: await makeGroup(app.database, client.owner, { channel }) };
};

const stored = (group: string) =>
  app.database.rows<Record<string, unknown>>(
    `SELECT c.address AS address, c.first_name AS firstName, c.last_name AS lastName, c.birthday AS birthday,
       c.custom1 AS custom1 FROM contacts c WHERE c.group_id = ? ORDER BY c.number`,
    [group],
  );

test('an import maps columns by name, in any order and case', async () => {
  const { client, group } = await connected();
  const csv =
    '\ufeffLast name,E-Mail,ignored,firstName,BIRTHDAY,custom_1\r\nLovelace,ada@example.com,x,Ada,1815-12-10,"rye, spelt"\r\n';
  const { status, report } = await upload(client, group.id, csv);
  expect([status, report]).toEqual([200, [{ added: 1, updated: 0, skipped: 0 }]]);
  expect(await stored(group.id)).toMatchObject([
    {
      address: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
      birthday: '1815-12-10',
      custom1: 'rye, spelt',
    },
  ]);
});

test('an import updates existing and repeated contacts with non-empty cells', async () => {
  const { client, group } = await connected();
  await makeContacts(app.database, group, [{ address: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }]);
  const csv =
    'email,first_name,last_name\nADA@example.com,,Lovelace\nben@example.com,Ben,\nBen@example.com,,Franklin\n';
  const { report } = await upload(client, group.id, csv);
  expect(report).toEqual([{ added: 1, updated: 2, skipped: 0 }]);
  expect(await stored(group.id)).toMatchObject([
    { address: 'ADA@example.com', firstName: 'Ada', lastName: 'Lovelace' },
    { address: 'Ben@example.com', firstName: 'Ben', lastName: 'Franklin' },
  ]);
});

test('an import reports every skipped row with its line and reason', async () => {
  const { client, group } = await connected('SMS');
  const rows = [
    'phone,first_name,birthday,customfield1',
    '+49 30 1234567,Ada,,',
    ',Nobody,,',
    '0301234567,Ben,,',
    `+493012345678,${'x'.repeat(101)},,`,
    '+493012345679,Cid,10.12.1990,',
    '+49301',
  ];
  const { report } = await upload(client, group.id, rows.join('\n'));
  expect(report).toEqual([
    { line: 3, reason: 'NO_ADDRESS', column: 'phone', value: '' },
    { line: 4, reason: 'INVALID_ADDRESS', column: 'phone', value: '0301234567' },
    { line: 5, reason: 'TOO_LONG', column: 'first_name', value: 'x'.repeat(100) },
    { line: 6, reason: 'INVALID_DATE', column: 'birthday', value: '10.12.1990' },
    { line: 7, reason: 'INVALID_ADDRESS', column: 'phone', value: '+49301' },
    { added: 1, updated: 0, skipped: 5 },
  ]);
  expect(await stored(group.id)).toMatchObject([{ address: '+49301234567', firstName: 'Ada' }]);
});

test.for([
  ['semicolons', 'email;first_name;custom1\nada@example.com;Ada;"rye, spelt"\n'],
  ['tabs', 'email\tfirst_name\tcustom1\nada@example.com\tAda\trye, spelt\n'],
  ['commas and spaces', 'email, first_name, custom1\nada@example.com, "Ada", "rye, spelt"\n'],
  ['semicolons, with a BOM and quotes', '\ufeff"E-Mail";"First name";"Custom 1"\r\nada@example.com;Ada;rye, spelt'],
] as const)('an import detects %s as separator in the first line', async ([_, csv]) => {
  const { client, group } = await connected();
  expect((await upload(client, group.id, csv)).report).toEqual([{ added: 1, updated: 0, skipped: 0 }]);
  expect(await stored(group.id)).toMatchObject([
    { address: 'ada@example.com', firstName: 'Ada', custom1: 'rye, spelt' },
  ]);
});

test('an import accepts UTF-16 with and without a byte order mark, and skips rows with damaged characters', async () => {
  const { client, group } = await connected();
  const csv = 'email;first_name\nada@example.com;Zoë\n';
  const bigEndian = Buffer.from(`\ufeff${csv}`, 'utf16le').swap16();
  for (const bytes of [Buffer.from(`\ufeff${csv}`, 'utf16le'), Buffer.from(csv, 'utf16le'), bigEndian]) {
    const { report } = await upload(client, group.id, new Uint8Array(bytes));
    expect(report).toMatchObject([{ skipped: 0 }]);
  }
  const damaged = 'email,first_name\nben@example.com,J\ufffdrg\ncid@example.com,C\0id\neve@example.com,Eve\n';
  expect((await upload(client, group.id, damaged)).report).toEqual([
    { line: 2, reason: 'INVALID_CHARACTER', column: 'first_name', value: 'J\ufffdrg' },
    { line: 3, reason: 'INVALID_CHARACTER', column: 'first_name', value: 'C\0id' },
    { added: 1, updated: 0, skipped: 2 },
  ]);
  expect(await stored(group.id)).toMatchObject([{ firstName: 'Zoë' }, { firstName: 'Eve' }]);
});

test('an import reads the separator that the first line names', async () => {
  const { client, group } = await connected();
  const { report } = await upload(
    client,
    group.id,
    'sep=;\r\nemail;first_name\r\nada@example.com;"Ada, Bea"\r\nbad;\r\n',
  );
  expect(report).toEqual([
    { line: 4, reason: 'INVALID_ADDRESS', column: 'email', value: 'bad' },
    { added: 1, updated: 0, skipped: 1 },
  ]);
});

test('a quote that does not end is reported at the line where it begins, and swallows nobody silently', async () => {
  const { client, group } = await connected();
  const csv = [
    'email,first_name,custom1,notes',
    'a@x.example,"Ada,Love',
    'b@x.example,Ben,',
    'c@x.example,"Cid",',
    'd@x.example,Dora,"note',
    'e@x.example,Eve,"',
    'f@x.example,Fay,"two',
    'lines"',
    'g@x.example,Gus,,"note',
    'h@x.example,Hal,,"note"',
    'i@x.example,"Ida\u2028Ivy"',
  ];
  const { report } = await upload(client, group.id, csv.join('\n'));
  expect(report).toMatchObject([
    { line: 2, reason: 'LINE_BREAK', column: 'first_name' },
    { line: 5, reason: 'LINE_BREAK', column: 'custom1' },
    { line: 9, reason: 'LINE_BREAK', column: 'notes' },
    { line: 11, reason: 'LINE_BREAK', column: 'first_name' },
    { added: 1, updated: 0, skipped: 4 },
  ]);
  expect(await stored(group.id)).toMatchObject([{ address: 'f@x.example', custom1: 'two\nlines' }]);
});

test('an import without an address column fails before the rest of the file arrives', async () => {
  const { client, group } = await connected();
  const body = new Uint8Array(Buffer.alloc(20_000_000, 'name\n'));
  expect((await upload(client, group.id, body)).report).toMatchObject([{ error: expect.stringMatching(/no column/) }]);
});

test('an import limits its report to 10,000 skipped rows', async () => {
  const { client, group } = await connected();
  const { report } = await upload(client, group.id, `email\n${'nonsense\n'.repeat(25_000)}`);
  expect(report).toHaveLength(10_001);
  expect(report.at(-1)).toEqual({ added: 0, updated: 0, skipped: 25_000 });
});

test.for([
  ['is empty', '', /^The file is empty, and so has no column named email\.$/],
  ['has no column of the address', 'name\nAda\n', /no column named email/],
  ['has a column of the other address', 'phone\n+49301234567\n', /no column named email/],
  ['ends within quotes', 'email\nada@example.com\n"ben@exam\nple', /A quote in line 3 does not end/],
  [
    'has an open quote before many rows',
    `email,name\na@x.example,"Ada\n${'b@x.example,Ben\n'.repeat(2000)}`,
    /row in line 2 .* quote in it may not end/,
  ],
  ['has an open quote in its header', 'email,"name\na@x.example,Ada\nb@x.example,"Ben"', /A quote in line 1/],
  ['has an endless row', `email\n${'x'.repeat(2_000_000)}`, /more than 20000 characters/],
  ['has an endless row of commas', `email\n${','.repeat(2_000_000)}`, /more than 20000 characters/],
  ['has rows of commas', `email\n${`${','.repeat(5000)}\n`.repeat(100)}`, /more than 1000 cells/],
  ['is not UTF-8', new Uint8Array(Buffer.from('email,first_name\nben@example.com,Jörg\n', 'latin1')), /not UTF-8/],
  ['is no text', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0xff, 0xfe, 0x0a, 1, 2]), /not UTF-8/],
] as const)('an import of a file that %s ends with an error message', async ([_, body, error]) => {
  const { client, group } = await connected();
  const { status, report } = await upload(client, group.id, body);
  expect([status, report]).toEqual([200, [{ added: 0, updated: 0, skipped: 0, error: expect.stringMatching(error) }]]);
});

test('an import requires credentials, the scope WRITE, the service, and a group of the account', async () => {
  const { client, group } = await connected();
  const reader = await app.client({ account: client.owner.account, scopes: ['READ'] });
  const other = await app.client();
  const unconnected = await makeGroup(app.database, other.owner);
  const answers = [
    await upload(client.with({}), group.id, 'email'),
    await upload(reader, group.id, 'email'),
    await upload(other, group.id, 'email'),
    await upload(other, unconnected.id, 'email'),
    await upload(client, 'nonsense', 'email'),
  ];
  expect(answers.map(({ status, report }) => [status, report[0].error.code])).toEqual([
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [404, 'CONTACT_GROUP_NOT_FOUND'],
    [409, 'NO_EMAIL_SERVICE'],
    [404, 'CONTACT_GROUP_NOT_FOUND'],
  ]);
});

test.for(['EMAIL', 'SMS'] as const)('an export of %s groups can be imported unchanged', async (channel) => {
  const { client, group } = await connected(channel);
  await makeContacts(app.database, group, [
    { firstName: '=SUM(A1)', lastName: 'Lovelace', birthday: '1815-12-10', custom1: 'rye "best"\nbread' },
    ...Array(2500).fill({ firstName: 'Ben' }),
  ]);
  const copy = await makeGroup(app.database, client.owner, { channel });
  const { report } = await upload(client, copy.id, await download(client, group.id));
  expect(report).toEqual([{ added: 2501, updated: 0, skipped: 0 }]);
  expect(await stored(copy.id)).toEqual(await stored(group.id));
});

test("an export of another account's group is refused", async () => {
  const { group } = await connected();
  const stranger = await app.client();
  const { codes } = await stranger.graphql(
    'mutation ($input: CreateExportInput!) { createExport(input: $input) { url } }',
    { input: { type: 'CONTACTS', filter: { group: group.id } } },
  );
  expect(codes).toEqual(['CONTACT_GROUP_NOT_FOUND']);
});
