import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon } from '../../support/make.ts';

const app = useApp();

const shown = 'landingPage { fields { kind label required } unique limit consent submissions }';

const email = { kind: 'EMAIL' };
const page = {
  fields: [email, { kind: 'CUSTOM_FIELD_1', label: ' Favourite bread ', required: true }],
  ...{ unique: 'EMAIL', limit: 100, consent: ' I agree. ' },
};
const stored = {
  fields: [
    { kind: 'EMAIL', label: null, required: true },
    { kind: 'CUSTOM_FIELD_1', label: 'Favourite bread', required: true },
  ],
  ...{ unique: 'EMAIL', limit: 100, consent: 'I agree.', submissions: 0 },
};

test('a coupon is created with a landing page, which is changed and removed', async () => {
  const client = await app.client();
  const created = await client.graphql(
    `mutation ($input: CreateCouponInput!) { createCoupon(input: $input) { id ${shown} } }`,
    { input: { name: 'Bread', landingPage: page } },
  );
  const { id, landingPage } = created.data.createCoupon;
  expect(landingPage).toEqual(stored);

  expect((await update(client, { id, name: 'Rye' })).data.updateCoupon.landingPage).toEqual(stored);
  const changed = await update(client, { id, landingPage: { fields: [] } });
  expect(changed.data.updateCoupon.landingPage).toEqual({
    ...{ fields: [], unique: null, limit: null, consent: null, submissions: 0 },
  });
  expect((await update(client, { id, landingPage: null })).data.updateCoupon.landingPage).toBeNull();
});

test('a coupon has no landing page at first, and removing none changes nothing', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);

  expect((await update(client, { id, landingPage: null })).data.updateCoupon.landingPage).toBeNull();
});

test.each([
  ['a custom field without a label', { fields: [{ kind: 'CUSTOM_FIELD_2' }] }, 'landingPage.fields.0.label'],
  ['an empty label', { fields: [{ kind: 'EMAIL', label: ' ' }] }, 'landingPage.fields.0.label'],
  ['a long label', { fields: [{ kind: 'EMAIL', label: 'x'.repeat(81) }] }, 'landingPage.fields.0.label'],
  ['a label of several lines', { fields: [{ kind: 'EMAIL', label: 'a\nb' }] }, 'landingPage.fields.0.label'],
  ['the same field twice', { fields: [email, email] }, 'landingPage.fields'],
  [
    'a label that another field has by default',
    { fields: [email, { kind: 'CUSTOM_FIELD_1', label: 'email' }] },
    'landingPage.fields.1.label',
  ],
  [
    'a label that another field has by default in German',
    { fields: [{ kind: 'PHONE' }, { kind: 'CUSTOM_FIELD_1', label: 'Handynummer' }] },
    'landingPage.fields.1.label',
  ],
  [
    'the same label twice',
    {
      fields: [
        { kind: 'EMAIL', label: 'a' },
        { kind: 'PHONE', label: 'a' },
      ],
    },
    'landingPage.fields.1.label',
  ],
  ...[
    ['spaces', 'A B', 'A  B'],
    ['invisible characters', 'A', 'A\u200b'],
    ['widths', 'Email', '\uff25mail'],
  ].map(([what, first, second]): [string, object, string] => [
    `labels that differ only in ${what}`,
    {
      fields: [
        { kind: 'CUSTOM_FIELD_1', label: first },
        { kind: 'CUSTOM_FIELD_2', label: second },
      ],
    },
    'landingPage.fields.1.label',
  ]),
  ['a label that shows nothing', { fields: [{ kind: 'CUSTOM_FIELD_1', label: '\u3164' }] }, 'fields.0.label'],
  ['a unique field that is not asked for', { fields: [email], unique: 'PHONE' }, 'landingPage.unique'],
  ['a limit of 0', { fields: [email], limit: 0 }, 'landingPage.limit'],
  ['a long consent text', { fields: [email], consent: 'x'.repeat(2001) }, 'landingPage.consent'],
])('%s is refused, and changes nothing', async (_, landingPage, field) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  await update(client, { id, landingPage: page });

  const { codes, errors } = await update(client, { id, landingPage });

  expect(codes).toEqual(['INVALID_INPUT']);
  expect(JSON.stringify(errors)).toContain(field);
  const { data } = await client.graphql(`{ coupon(id: "${id}") { ${shown} } }`);
  expect(data.coupon.landingPage).toEqual(stored);
});

function update(client: Client, input: object) {
  return client.graphql(`mutation ($input: UpdateCouponInput!) { updateCoupon(input: $input) { id ${shown} } }`, {
    input,
  });
}
