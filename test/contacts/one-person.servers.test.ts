import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeCoupon, makeIntegration } from '../support/make.ts';
import { makeGroup } from '../support/make-contacts.ts';
import { makeDirectory } from '../support/make-directories.ts';
import { makeCard } from '../support/make-loyalty.ts';

/* However an address is written, it is that of one person, in every operation. */

const app = useApp();

const phones = [
  '+4915133333002',
  '+49 0151 33333002',
  '+49 (0)151 33333002',
  '0049 151 33333002',
  '\u202a+49 151 33333002\u202c',
  '+49\u00a0151\u200b33333002',
];
const emails = ['ada@bücher.example', 'ADA@Bücher.example', ' ada@xn--bcher-kva.example ', 'Ada@BÜCHER.EXAMPLE'];

async function connected() {
  const client = await app.client({ domain: 'bakery.example' });
  for (const channel of ['EMAIL', 'SMS', 'EMAIL_SERVICE', 'SMS_SERVICE'] as const)
    await makeIntegration(app.database, client.owner, { channel });
  return client;
}

async function mutate(client: Client, name: string, input: object, fields: string) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const { data, codes } = await client.graphql(`mutation ($input: ${type}) { it: ${name}(input: $input) ${fields} }`, {
    input,
  });
  expect(codes).toEqual([]);
  return data.it;
}

/** Returns the values without those that were already there. */
const distinct = <Value>(values: readonly Value[]) => new Set(values).size;

test.each([
  ['sendCouponSms', 'phone', phones],
  ['sendCouponEmail', 'email', emails],
])('%s with checkUnique sends once to a person', async (name, field, spellings) => {
  const client = await connected();
  const coupon = await makeCoupon(app.database, client.owner);
  const sent = [];
  for (const spelling of spellings)
    sent.push(
      await mutate(
        client,
        name,
        { coupon: coupon.id, [field]: spelling, checkUnique: true },
        '{ duplicate message { id } }',
      ),
    );

  expect(sent.map(({ duplicate }) => duplicate)).toEqual(spellings.map((_, index) => index > 0));
  expect(distinct(sent.map(({ message }) => message.id))).toBe(1);
});

test.each([
  ['phone', 'PHONE', phones],
  ['email', 'EMAIL', emails],
])('a duplicate check finds the session of a person by %s', async (field, duplicateCheck, spellings) => {
  const client = await connected();
  const coupon = await makeCoupon(app.database, client.owner);
  const sessions = [];
  for (const spelling of spellings) {
    const input = { coupon: coupon.id, [field]: spelling, duplicateCheck };
    sessions.push((await mutate(client, 'createSingleUseUrl', input, '{ session { session } }')).session.session);
  }

  expect(distinct(sessions)).toBe(1);
});

/** Forms of one number without its country code, or without the plus. */
const national = ['0151 33333002', '(0151) 333-33002', '15133333002', '4915133333002'];

test.each(national)(
  'before and after an account has a country, %s and +49 151 33333002 are one person',
  async (form) => {
    const client = await connected();
    const create = async (coupon: string, phone: string, duplicateCheck?: string) => {
      const made = await mutate(
        client,
        'createSingleUseUrl',
        { coupon, phone, duplicateCheck },
        '{ duplicate session { session phone } }',
      );
      return { ...made.session, duplicate: made.duplicate };
    };
    const setTimezone = (timezone: string) => mutate(client, 'updateAccount', { timezone }, '{ __typename }');
    const search = async (phone: string) =>
      (await client.graphql('query ($phone: String) { searchCouponSessions(phone: $phone) { session } }', { phone }))
        .data.searchCouponSessions;
    const [former, international, later] = await Promise.all([
      makeCoupon(app.database, client.owner),
      makeCoupon(app.database, client.owner),
      makeCoupon(app.database, client.owner),
    ]);
    const first = await create(former.id, form);
    const second = await create(international.id, '+49 151 33333002');
    await setTimezone('Europe/Berlin');
    const third = await create(later.id, form);
    expect(third.phone).toBe(form);

    for (const [coupon, { session }] of [
      [former, first],
      [international, second],
      [later, third],
    ] as const)
      for (const phone of [...national, phones[1] ?? ''])
        expect(await create(coupon.id, phone, 'PHONE'), phone).toMatchObject({ session, duplicate: true });
    expect((await create(former.id, '0152 33333002', 'PHONE')).duplicate).toBe(false);
    const sessions = [third, second, first].map(({ session }) => ({ session }));
    for (const phone of [form, '+49 151 33333002']) expect(await search(phone), phone).toEqual(sessions);

    await setTimezone('Europe/Vienna');
    expect((await create(international.id, '0151 33333002', 'PHONE')).duplicate).toBe(false);
  },
);

test.each([
  ['phone', 'SMS', phones],
  ['email', 'EMAIL', emails],
] as const)('a group has a person once, by %s and in a CSV', async (field, channel, spellings) => {
  const client = await connected();
  const group = await makeGroup(app.database, client.owner, { channel });
  for (const spelling of spellings)
    await mutate(client, 'addContact', { group: group.id, [field]: spelling }, '{ updated }');
  await fetch(`${app.url}/imports/contacts?group=${group.id}`, {
    method: 'POST',
    headers: { ...client.headers, 'content-type': 'text/csv' },
    body: [field, ...spellings].join('\n'),
  });

  for (const address of spellings) {
    const { data } = await client.graphql(
      'query ($group: ID!, $address: String) { contacts(group: $group, filter: { address: $address }) { nodes { id } } contactGroup(id: $group) { contacts } }',
      { group: group.id, address },
    );
    expect([data.contacts.nodes.length, data.contactGroup.contacts]).toEqual([1, 1]);
  }
});

test('an opt-out counts for sends and contacts in every spelling', async () => {
  const client = await connected();
  const coupon = await makeCoupon(app.database, client.owner);
  await mutate(client, 'optOut', { channel: 'SMS', address: phones[1] }, '{ address }');
  await mutate(client, 'optOut', { channel: 'EMAIL', address: emails[1] }, '{ address }');
  for (const phone of phones)
    expect((await client.rest('/v3/send/sms', { campaign: coupon.id, phone })).codes).toEqual([605]);
  for (const email of emails)
    expect((await client.rest('/v3/send/email', { campaign: coupon.id, email })).codes).toEqual([604]);
  const { data } = await client.graphql('{ optOuts { nodes { address } } }');
  expect(data.optOuts.nodes.map(({ address }: { address: string }) => address).toSorted()).toEqual([
    '+4915133333002',
    'ada@xn--bcher-kva.example',
  ]);
});

test('a loyalty card and a directory find a person by every spelling', async () => {
  const client = await connected();
  const card = await makeCard(app.database, client.owner);
  const directory = await makeDirectory(app.database, client.owner);
  const person = { email: emails[0], phone: phones[1] };
  await mutate(client, 'createLoyaltyUser', { card: card.id, ...person }, '{ id }');
  await mutate(
    client,
    'createDirectoryUser',
    { directory: directory.id, ...person, password: 'correct horse' },
    '{ __typename }',
  );

  const { codes } = await client.graphql(
    'mutation ($input: CreateDirectoryUserInput!) { createDirectoryUser(input: $input) { __typename } }',
    {
      input: { directory: directory.id, email: emails[2], password: 'correct horse' },
    },
  );
  expect(codes).toEqual(['DIRECTORY_EMAIL_TAKEN']);

  const found = async (filter: { email?: string; phone?: string; keyword?: string }) => {
    const { data } = await client.graphql(
      `query ($card: ID!, $filter: LoyaltyUserFilter) { loyaltyUsers(card: $card, filter: $filter) { nodes { email } } }`,
      { card: card.id, filter },
    );
    return data.loyaltyUsers.nodes.length;
  };
  const members = async (filter: { email?: string; keyword?: string }) => {
    const { data } = await client.graphql(
      `query ($directory: ID!, $filter: DirectoryUserFilter) { directoryUsers(directory: $directory, filter: $filter) { nodes { email } } }`,
      { directory: directory.id, filter },
    );
    return data.directoryUsers.nodes.length;
  };
  for (const email of emails)
    expect(
      [
        await found({ email }),
        await found({ keyword: email }),
        await members({ email }),
        await members({ keyword: email }),
      ],
      email,
    ).toEqual([1, 1, 1, 1]);
  for (const phone of [...phones, '0151 33333002', '015133333002'])
    expect([await found({ phone }), await found({ keyword: phone }), await members({ keyword: phone })], phone).toEqual(
      [1, 1, 1],
    );
  for (const keyword of ['0151 333', '+49 0151 333', '0049 151 33', '49151'])
    expect([await found({ keyword }), await members({ keyword })], keyword).toEqual([1, 1]);
  for (const keyword of ['0152', '+39 151'])
    expect([await found({ keyword }), await members({ keyword })]).toEqual([0, 0]);
});

test.each([
  ['ada@bücher.example', true],
  ['ada&ben@example.com', true],
  ['ada@example.xn--p1ai', true],
  ['ada@пример.рф', true],
  [' ada@example.com\u200b', true],
  ['ada@localhost', false],
  ['ada@@example.com', false],
  ['.ada@example.com', false],
  [`${'a'.repeat(65)}@example.com`, false],
])('every operation agrees whether %s is an address: %s', async (email, isValid) => {
  const client = await connected();
  const coupon = await makeCoupon(app.database, client.owner);
  const card = await makeCard(app.database, client.owner);
  const directory = await makeDirectory(app.database, client.owner);
  const group = await makeGroup(app.database, client.owner);
  const password = 'correct horse';
  const calls: [string, object][] = [
    ['createSingleUseUrl', { coupon: coupon.id, email }],
    ['createLoyaltyUser', { card: card.id, email }],
    ['createLoyaltyPerson', { email, password }],
    ['createDirectoryUser', { directory: directory.id, email, password }],
    ['addContact', { group: group.id, email }],
    ['sendCouponEmail', { coupon: coupon.id, email }],
    ['optOut', { channel: 'EMAIL', address: email }],
    ['exportPersonalData', { email }],
  ];
  for (const [name, input] of calls) {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
    const { codes } = await client.graphql(`mutation ($input: ${type}) { ${name}(input: $input) { __typename } }`, {
      input,
    });
    expect([name, codes]).toEqual([name, isValid ? [] : ['INVALID_INPUT']]);
  }
});
