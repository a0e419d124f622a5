import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeCard } from '../../support/make-loyalty.ts';
import { ok } from './wire.ts';

const app = useApp();
const cards = '/v4/loyalty/loyalty-cards';

test('GET /v4/loyalty/loyalty-cards', async () => {
  const client = await app.client();
  const older = await makeCard(app.database, client.owner, { createdAt: '2026-01-01 00:00:00.000', active: false });
  const newer = await makeCard(app.database, client.owner, { type: 'MEMBERSHIP', domain: 'bakery.example' });
  const { status, body } = await client.rest(cards, {}, {}, 'GET');
  expect([status, body]).toEqual([
    200,
    [
      {
        id: newer.id,
        code: newer.code,
        name: 'Bread',
        domain: 'bakery.example',
        type: 'membership',
        active: true,
        stamps_required: null,
        url: `${app.url}/l/${newer.code}`,
      },
      {
        id: older.id,
        code: older.code,
        name: 'Bread',
        domain: null,
        type: 'stamp',
        active: false,
        stamps_required: 10,
        url: `${app.url}/l/${older.code}`,
      },
    ],
  ]);
});

test.for([{ name: 'Cake club' }, {}])('POST /v4/loyalty/loyalty-cards/{id}/copy with %o', async (fields) => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner);
  const { status, body } = await client.rest(`${cards}/${card.id}/copy`, fields);
  expect([status, body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^loy_[0-9a-z]{12}$/),
      code: expect.stringMatching(/^[0-9a-z]{8}$/),
      name: fields.name ?? 'Bread',
      domain: null,
      type: 'stamp',
      active: true,
      stamps_required: 10,
      url: `${app.url}/l/${body.code}`,
    },
  ]);
  expect(body.id).not.toBe(card.id);
});

test('POST /v3/loyalty/list and /v3/loyalty/info', async () => {
  const client = await app.client();
  const older = await makeCard(app.database, client.owner, { createdAt: '2026-01-01 00:00:00.000', active: false });
  const newer = await makeCard(app.database, client.owner, { type: 'MEMBERSHIP', domain: 'bakery.example' });
  const active = {
    ID: newer.id,
    code: newer.code,
    name: 'Bread',
    domain: 'bakery.example',
    type: 'membership',
    active: '1',
    url: `${app.url}/l/${newer.code}`,
  };
  const inactive = {
    ID: older.id,
    code: older.code,
    name: 'Bread',
    domain: '',
    type: 'stamp',
    active: '0',
    url: `${app.url}/l/${older.code}`,
  };
  for (const all of [{}, { sorting: 'name' }, new URLSearchParams({ only_active: 'false' })]) {
    const { status, body } = await client.rest('/v3/loyalty/list', all);
    expect([status, body]).toEqual([200, { ...ok, loyalty_info: [active, inactive] }]);
  }
  const some = await client.rest('/v3/loyalty/list', { only_active: true });
  expect(some.body).toEqual({ ...ok, loyalty_info: [active] });
  const info = await client.rest('/v3/loyalty/info', { loyaltycard: older.id });
  expect([info.status, info.body]).toEqual([200, { ...ok, loyalty_info: inactive }]);
});
