import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { makeDirectory } from '../../support/make-directories.ts';
import { makeCard, makeUser } from '../../support/make-loyalty.ts';
import { rawRequest } from '../../support/raw-request.ts';

/* A number that is larger than any page or sequence id: nothing is there. */

const app = useApp();

const pages = [1_000_001, 2_147_483_648, '9007199254740993', '18446744073709551616', '9'.repeat(400)];

test.for(pages)('page %s is empty', async (page) => {
  const client = await app.client();
  const { owner } = client;
  const { couponId: campaign } = await makeSession(app.database, owner);
  const directory = await makeDirectory(app.database, owner);
  const card = await makeCard(app.database, owner);
  await makeUser(app.database, owner, { card });

  for (const list of ['data', 'opens', 'claims', 'validations'])
    expect((await client.rest(`/v3/campaign/${list}`, { campaign, page })).body).toMatchObject({ data: [] });
  expect((await client.rest('/v3/directoryusers/list', { directory: directory.id, page })).body).toMatchObject({
    users: [],
  });
  for (const path of [`/v4/loyalty/loyalty-cards/${card.id}/stats`, `/v4/directory/${directory.id}/users`]) {
    const { status, body } = await client.rest(`${path}?pagination[page]=${page}`, {}, {}, 'GET');
    expect([status, body]).toEqual([200, []]);
  }
});

test('JSON numbers, too', async () => {
  const client = await app.client();
  const { couponId, sequence } = await makeSession(app.database, client.owner);
  const post = async (path: string, body: string) =>
    (await rawRequest(app.url + path, { method: 'POST', headers: client.headers, body })).body;

  expect(await post('/v3/campaign/data', `{"campaign":"${couponId}","page":99999999999999999999}`)).toMatchObject({
    data: [],
  });
  const { status } = await post(
    '/v3/batch/update',
    `{"campaign":"${couponId}","startsequence":${sequence},"endsequence":18446744073709551616,"operation":"void"}`,
  );
  expect(status.errors.error_code).toEqual([513]);
});

test.for(['0', '-1', '-99999999999999999999', '1.5', '1e3', 'x', '0x10', '١'])(
  'page %s is not a page',
  async (page) => {
    const client = await app.client();
    const { id: campaign } = await makeCoupon(app.database, client.owner);
    expect((await client.rest('/v3/campaign/data', { campaign, page })).codes).toEqual([301]);
  },
);

test.for(['9007199254740992', '9223372036854775808', '18446744073709551615', '18446744073709551616', '9'.repeat(400)])(
  'the sequence id %s is not found',
  async (large) => {
    const client = await app.client();
    const { couponId: campaign, sequence } = await makeSession(app.database, client.owner);
    const ranges = [
      { startsequence: String(sequence), endsequence: large },
      { startsequence: large },
      { endsequence: large },
      { startsequence: large, endsequence: large },
    ];

    for (const range of ranges)
      expect((await client.rest('/v3/batch/update', { campaign, operation: 'void', ...range })).codes).toEqual([513]);

    const document =
      'mutation ($input: BatchUpdateCouponSessionsInput!) { batchUpdateCouponSessions(input: $input) { updated } }';
    const input = { coupon: campaign, operation: 'VOID', startSequence: large };
    expect((await client.graphql(document, { input })).codes).toEqual(['START_SEQUENCE_NOT_FOUND']);
  },
);

test.for(['-1', '1.5', 'x', '1e3', ''])('%j is no sequence id', async (given) => {
  const client = await app.client();
  const { id: campaign } = await makeCoupon(app.database, client.owner);
  const { codes } = await client.rest('/v3/batch/update', { campaign, operation: 'void', startsequence: given });
  expect(codes).toEqual([given === '' ? 200 : 301]);
});
