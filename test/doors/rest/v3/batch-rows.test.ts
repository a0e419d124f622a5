import { expect, test } from 'vitest';
import { useApp } from '../../../support/app.ts';
import { makeCoupon, makeSessions, type SessionFacts } from '../../../support/make.ts';

const app = useApp();
const path = '/v3/batch/update';
const past = '2020-01-01 00:00:00.000';

async function arrange(given: (SessionFacts & { expiresAt?: string })[]) {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const sessions = await makeSessions(app.database, coupon, given);
  return { client, campaign: coupon.id, sequences: sessions.map(({ sequence }) => sequence) };
}

test('batch/update returns the number of sessions in the range', async () => {
  const { client, campaign, sequences } = await arrange([{}, {}, {}]);
  const range = { startsequence: sequences[0], endsequence: sequences[2] };
  const { status, body } = await client.rest(path, { campaign, ...range, operation: 'void' });
  expect([status, body]).toEqual([
    200,
    { status: { status: 'OK' }, campaign, action: 'sessions_updated', amount_updated: 3, ...range },
  ]);
});

test('batch/update returns an end that was not given as an empty string', async () => {
  const { client, campaign, sequences } = await arrange([{}, {}]);
  const after = await client.rest(path, { campaign, startsequence: String(sequences[1]), operation: 'void' });
  expect(after.body).toMatchObject({ amount_updated: 1, startsequence: String(sequences[1]), endsequence: '' });
  const before = await client.rest(path, { campaign, endsequence: sequences[0], customfield1: 'x' });
  expect(before.body).toMatchObject({ amount_updated: 1, startsequence: '', endsequence: sequences[0] });
});

test('a form is equivalent to JSON', async () => {
  const { client, campaign, sequences } = await arrange([{}, {}]);
  const [start, end] = sequences.map(String);
  const form = {
    campaign,
    startsequence: start ?? '',
    endsequence: end ?? '',
    operation: 'claim',
    customfield7: 'rye',
  };
  const { body } = await client.rest(path, new URLSearchParams(form));
  expect(body.amount_updated).toBe(2);
  const list = await client.rest('/v3/campaign/claims', { campaign });
  expect(list.body.data).toMatchObject(Array(2).fill({ customfield7: 'rye', status: { claimtype: 'batch' } }));
});

test('batch/update reports every kind of refusal with its number of sessions', async () => {
  const { client, campaign, sequences } = await arrange([
    {},
    { claimed: true },
    { claimed: true, validated: true },
    { locked: true, claimed: true },
    { voided: true, claimed: true },
    { voided: true, locked: true },
    { voided: true },
    { expiresAt: past, voided: true },
  ]);
  const { status, body } = await client.rest(path, { campaign, startsequence: sequences[0], operation: 'claim' });
  const { error_code, error_message_description } = body.status.errors;
  expect(status).toBe(422);
  expect(error_code.map((code: number, index: number) => `${code} ${error_message_description[index]}`).sort()).toEqual(
    [
      '351 1 sessions: Session or coupon expired.',
      '352 2 sessions: Session already claimed.',
      '354 1 sessions: Session locked.',
      '355 3 sessions: Session voided.',
    ],
  );
});

test('GraphQL lists the same refusals in extensions.refusals', async () => {
  const { client, campaign, sequences } = await arrange([{ voided: true }, {}, { claimed: true }, { claimed: true }]);
  const input = { coupon: campaign, startSequence: String(sequences[0]), operation: 'CLAIM' };
  const { data, errors } = await client.graphql(
    'mutation ($input: BatchUpdateCouponSessionsInput!) { batchUpdateCouponSessions(input: $input) { updated } }',
    { input },
  );
  const { refusals, ...extensions } = (errors[0]?.extensions ?? {}) as { refusals?: { code: string }[] };
  expect([data, extensions]).toEqual([null, { code: 'SESSIONS_REFUSED' }]);
  expect(refusals?.toSorted((one, other) => one.code.localeCompare(other.code))).toEqual([
    { code: 'SESSION_ALREADY_CLAIMED', count: 2 },
    { code: 'SESSION_VOIDED', count: 1 },
  ]);
});
