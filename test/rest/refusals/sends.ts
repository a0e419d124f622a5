import { addOptOut } from '../../../src/messaging/opt-out/opt-out.ts';
import type { App } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeIntegration, makeSession } from '../../support/make.ts';
import { makeDirectory } from '../../support/make-directories.ts';
import { makeCard } from '../../support/make-loyalty.ts';
import { withoutDirectory } from './directory-names.ts';
import { withoutCard } from './loyalty-names.ts';
import { connectRefusing, refusedEmail, refusedPhone, stoppedPhone } from './refusing-platforms.ts';
import { type Refusal, type Refusals, refusal, unknown } from './table.ts';

const document = (operation: string) => {
  const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
  return `mutation ($input: ${type}!) { ${operation}(input: $input) { duplicate } }`;
};

type Of = (fields: object, input?: object) => readonly [Record<string, unknown>, Record<string, unknown>];

/** Makes requests that are valid except for these fields, for REST and GraphQL. */
const but =
  (goodFields: object, goodInput: object): Of =>
  (fields, input = fields) => [{ ...goodFields, ...fields }, { input: { ...goodInput, ...input } }];

const long = (length: number) => 'x'.repeat(length + 1);
const ada = 'ada@example.com';
const phone = '+493012345678';
const unwanted = { email: 'Unwanted@example.com', phone: '+493012340000' };

const wrongAddresses = [
  'ada',
  'a@b@c',
  '"ada lovelace"@example.com',
  'ädä@example.com',
  'Ada <ada@example.com>',
  'ada@example.com\r\nBcc: eve@example.com',
  'ada@example.com, eve@example.com',
  `ada@${long(250)}.example`,
  `${long(64)}@example.com`,
  ['ada@example.com'],
];
const wrongPhones = ['030 1234567', '+49', '+1234567890123456', '+49 30 CALL-ME', '+4930123456\r\n+491', {}];

/** Invalid email addresses, for every kind of send. */
const emailRefusals = (of: Of): Refusal[] => [
  refusal('email is missing', [200], ...of({ email: undefined })),
  ...wrongAddresses.map((email) => refusal(`email is ${JSON.stringify(email).slice(0, 40)}`, [305], ...of({ email }))),
  refusal('subject is too long', [300], ...of({ subject: long(200) })),
  refusal('the address is on the opt-out list', [604], ...of({ email: unwanted.email }), 'EMAIL_NOT_SENT'),
  refusal('the platform refuses the recipient', [604], ...of({ email: refusedEmail }), 'EMAIL_NOT_SENT'),
];

const phoneRefusals = (of: Of): Refusal[] => [
  refusal('phone is missing', [200], ...of({ phone: undefined })),
  ...wrongPhones.map((phone) => refusal(`phone is ${JSON.stringify(phone)}`, [301], ...of({ phone }))),
  refusal('body is too long', [300], ...of({ body: long(1000) })),
  refusal('the number is on the opt-out list', [605], ...of({ phone: '+49 (30) 1234-0000' }), 'SMS_OPTED_OUT'),
  refusal('the recipient has told the platform to stop', [605], ...of({ phone: stoppedPhone }), 'SMS_OPTED_OUT'),
  refusal('the platform refuses the recipient', [602], ...of({ phone: refusedPhone }), 'SMS_NOT_SENT'),
];

/** Objects of an account whose platforms refuse some recipients. */
async function prepare({ database }: App, client: Client) {
  const { owner } = client;
  await connectRefusing(database, client);
  await database.transaction(async (transaction) => {
    const { id: accountId } = owner.account;
    const common = { accountId, reason: 'REQUESTED' } as const;
    await addOptOut(transaction, { ...common, channel: 'EMAIL', address: unwanted.email.toLowerCase() });
    await addOptOut(transaction, { ...common, channel: 'SMS', address: unwanted.phone });
  });
  const { session } = await makeSession(database, owner);
  return {
    coupon: (await makeCoupon(database, owner)).id,
    card: (await makeCard(database, owner)).id,
    directory: (await makeDirectory(database, owner)).id,
    otherSession: session,
  };
}

/** Refusals of an account without connected services. They take precedence over lookups. */
async function unconnected(app: App, code: number, problem: string, of: Of, name: object, document: string) {
  const as = await app.client();
  return [{ ...refusal('no platform is connected', [code], ...of(name), problem, document), as }];
}

/** Ids that name no coupon, for every way to send one. */
async function withoutCoupon(app: App, { owner }: Client, naming: (id: string) => readonly [object, object]) {
  const deleted = await makeCoupon(app.database, owner, { deletedAt: '2026-01-01 00:00:00.000' });
  const foreign = await makeCoupon(app.database, (await app.client()).owner);
  const refuse = (when: string, code: number, id: string, problem?: string): Refusal => {
    const [fields, variables] = naming(id);
    return refusal(`the coupon is ${when}`, [code], { ...fields }, { ...variables }, problem);
  };
  return [
    refuse('malformed', 301, 'cam_!'),
    refuse('too long', 301, `cam_${'0'.repeat(47)}`),
    refuse('too short', 502, 'cam_nope', 'COUPON_NOT_FOUND'),
    refuse('unknown', 502, unknown.coupon, 'COUPON_NOT_FOUND'),
    refuse('from another account', 502, foreign.id, 'COUPON_NOT_FOUND'),
    refuse('deleted', 502, deleted.id, 'COUPON_NOT_FOUND'),
  ];
}

const withDocument = (refusals: readonly Refusal[], document: string, codes: Record<number, number> = {}): Refusal[] =>
  refusals.map((each) => ({
    ...each,
    when: `${each.when} (${/\w+(?=\(input)/.exec(document)?.[0]})`,
    codes: each.codes.map((code) => (each.problem === 'INVALID_INPUT' ? (codes[code] ?? code) : code)),
    document,
  }));

const sessionRefusals = (of: Of, otherSession: string): Refusal[] => [
  refusal('the session is malformed', [513], ...of({ couponsession: '!' }, { session: '!' })),
  refusal('the session is too short', [513], ...of({ couponsession: 'x' }, { session: 'x' }), 'SESSION_NOT_FOUND'),
  refusal(
    'the session is unknown',
    [513],
    ...of({ couponsession: unknown.session }, { session: unknown.session }),
    'SESSION_NOT_FOUND',
  ),
  refusal(
    'the session belongs to another coupon',
    [513],
    ...of({ couponsession: otherSession }, { session: otherSession }),
    'SESSION_NOT_FOUND',
  ),
];

export const sendEmail: Refusals = {
  path: '/v3/send/email',
  document: document('sendCouponEmail'),
  of: async (app, client) => {
    const { coupon, card, directory, otherSession } = await prepare(app, client);
    const plain = await makeCoupon(app.database, client.owner, { emailBody: 'Bread: [URL]' });
    const ofCoupon = but({ campaign: coupon, email: ada }, { coupon, email: ada });
    const ofCard = but({ campaign: card, email: ada }, { card, email: ada });
    const ofDirectory = but({ campaign: directory, email: ada }, { directory, email: ada });
    await topUp(client, 5);
    const [cardDocument, directoryDocument] = [document('sendLoyaltyCardEmail'), document('sendDirectoryEmail')];
    const bodies = [
      [ofCard, cardDocument],
      [ofDirectory, directoryDocument],
    ] as const;
    return [
      refusal('campaign is missing', [200], { email: ada }, { input: { email: ada } }),
      refusal('all is missing', [200, 200], {}, { input: {} }),
      ...emailRefusals(ofCoupon),
      ...withDocument(emailRefusals(ofCard), cardDocument),
      ...withDocument(emailRefusals(ofDirectory), directoryDocument),
      ...bodies.flatMap(([of, document]) =>
        withDocument([refusal('body is too long', [300], ...of({ body: long(50_000) }))], document),
      ),
      refusal('firstname is too long', [300], ...ofCoupon({ firstname: long(100) }, { firstName: long(100) })),
      refusal('lastname is too long', [300], ...ofCoupon({ lastname: long(100) }, { lastName: long(100) })),
      refusal('check_unique is not a boolean', [302], ...ofCoupon({ check_unique: 'often' }, { checkUnique: 'often' })),
      refusal(
        'firstname has no placeholder',
        [604],
        ...ofCoupon({ campaign: plain.id, firstname: 'Ada' }, { coupon: plain.id, firstName: 'Ada' }),
        'EMAIL_NOT_SENT',
      ),
      refusal(
        'lastname has no placeholder',
        [604],
        ...ofCoupon({ campaign: plain.id, lastname: 'Ada' }, { coupon: plain.id, lastName: 'Ada' }),
        'EMAIL_NOT_SENT',
      ),
      ...sessionRefusals(ofCoupon, otherSession),
      ...(await withoutCoupon(app, client, (id) => [
        { campaign: id, email: ada },
        { input: { coupon: id, email: ada } },
      ])),
      ...shaped(await withoutCard(app, client, naming('card')), cardDocument),
      ...shaped(await withoutDirectory(app, client, naming('directory')), directoryDocument),
      ...(await unconnected(app, 104, 'NO_EMAIL_INTEGRATION', ofCoupon, {}, document('sendCouponEmail'))),
      ...(await unconnected(app, 104, 'NO_EMAIL_INTEGRATION', ofCard, {}, cardDocument)),
      ...(await unconnected(app, 104, 'NO_EMAIL_INTEGRATION', ofDirectory, {}, directoryDocument)),
    ];

    function naming(name: string) {
      return (id: string) => [{ campaign: id, email: ada }, { input: { [name]: id, email: ada } }] as const;
    }
  },
};

/**
 * For these rows a malformed campaign of any kind is 301, an unknown directory 502, and an id of another kind names
 * another kind of campaign.
 */
function shaped(refusals: readonly Refusal[], document: string): Refusal[] {
  const right = refusals.filter(({ when }) => !when.includes('of another kind'));
  return withDocument(right, document, { 505: 301, 507: 301 }).map((each) => ({
    ...each,
    codes: each.codes.map((code) => (code === 507 ? 502 : code)),
  }));
}

export const sendSms: Refusals = {
  path: '/v3/send/sms',
  document: document('sendCouponSms'),
  of: async (app, client) => {
    const { coupon, card, directory, otherSession } = await prepare(app, client);
    const ofCoupon = but({ campaign: coupon, phone }, { coupon, phone });
    const ofCard = but({ campaign: card, phone }, { card, phone });
    const ofDirectory = but({ campaign: directory, phone }, { directory, phone });
    const [cardDocument, directoryDocument] = [document('sendLoyaltyCardSms'), document('sendDirectorySms')];
    const naming = (name: string) => (id: string) =>
      [{ campaign: id, phone }, { input: { [name]: id, phone } }] as const;
    return [
      refusal('campaign is missing', [200], { phone }, { input: { phone } }),
      ...phoneRefusals(ofCoupon),
      ...withDocument(phoneRefusals(ofCard), cardDocument),
      ...withDocument(phoneRefusals(ofDirectory), directoryDocument),
      ...sessionRefusals(ofCoupon, otherSession),
      ...(await withoutCoupon(app, client, (id) => [{ campaign: id, phone }, { input: { coupon: id, phone } }])),
      ...shaped(await withoutCard(app, client, naming('card')), cardDocument),
      ...shaped(await withoutDirectory(app, client, naming('directory')), directoryDocument),
      ...(await unconnected(app, 103, 'NO_SMS_INTEGRATION', ofCoupon, {}, document('sendCouponSms'))),
      ...(await unconnected(app, 103, 'NO_SMS_INTEGRATION', ofCard, {}, cardDocument)),
      ...(await unconnected(app, 103, 'NO_SMS_INTEGRATION', ofDirectory, {}, directoryDocument)),
    ];
  },
};

export const directoryEmail: Refusals = {
  path: '/v4/directory/{id}/send/email',
  document: document('sendDirectoryEmail'),
  of: async (app, client) => {
    const { directory } = await prepare(app, client);
    await topUp(client, 5);
    const of = but({ id: directory, email: ada }, { directory, email: ada });
    const poor = await app.client();
    await connectRefusing(app.database, poor);
    const { id } = await makeDirectory(app.database, poor.owner);
    // An integration without a sender cannot send for an account without a domain.
    const nameless = await app.client();
    await makeIntegration(app.database, nameless.owner);
    const ofNameless = await makeDirectory(app.database, nameless.owner);
    return [
      ...emailRefusals(of),
      refusal('to is not an address', [305], { id: directory, to: 'ada' }),
      refusal('to is not an address, and email is empty', [305], { id: directory, email: '', to: 'ada' }),
      refusal('email is not an address, but to is', [305], { id: directory, email: 'ada', to: ada }),
      refusal('both are empty', [200], { id: directory, email: '', to: '' }),
      refusal('from is not an address', [305], ...of({ from: 'Bakery' })),
      refusal('from contains a line break', [305], ...of({ from: 'a@b.example\r\nBcc: eve@example.com' })),
      refusal('type is neither text nor html', [302], ...of({ type: 'pdf' }, { type: 'PDF' })),
      refusal('body is too long', [300], ...of({ body: long(50_000) })),
      refusal('button_text is too long', [300], ...of({ button_text: long(100) }, { buttonText: long(100) })),
      refusal('email and from are invalid', [305, 305], ...of({ email: 'a', from: 'b' })),
      {
        ...refusal(
          'there is no sender',
          [604],
          ...of({ id: ofNameless.id }, { directory: ofNameless.id }),
          'EMAIL_NOT_SENT',
        ),
        as: nameless,
      },
      {
        ...refusal('the balance is empty', [105], ...of({ id }, { directory: id }), 'EMAIL_BALANCE_EMPTY'),
        as: poor,
      },
      ...(await unconnected(app, 104, 'NO_EMAIL_INTEGRATION', of, {}, document('sendDirectoryEmail'))),
      ...(await withoutDirectory(app, client, (id) => [{ id, email: ada }, { input: { directory: id, email: ada } }])),
    ];
  },
};

export const directorySms: Refusals = {
  path: '/v4/directory/{id}/send/sms',
  document: document('sendDirectorySms'),
  of: async (app, client) => {
    const { directory } = await prepare(app, client);
    const of = but({ id: directory, phone }, { directory, phone });
    return [
      ...phoneRefusals(of),
      ...(await unconnected(app, 103, 'NO_SMS_INTEGRATION', of, {}, document('sendDirectorySms'))),
      ...(await withoutDirectory(app, client, (id) => [{ id, phone }, { input: { directory: id, phone } }])),
    ];
  },
};

async function topUp(client: Client, amount: number): Promise<void> {
  await client.graphql('mutation ($amount: Int!) { topUpEmailBalance(input: { amount: $amount }) { id } }', { amount });
}
