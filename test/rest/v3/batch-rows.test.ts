import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeCoupon, makeSessions, type SessionPast } from '../../support/make.ts';

const app = useApp();
const path = '/v3/batch/update';
const past = '2020-01-01 00:00:00.000';

async function arrange(given: (SessionPast & { expiresAt?: string })[]) {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const sessions = await makeSessions(app.database, coupon, given);
  return { client, campaign: coupon.id, sequences: sessions.map(({ sequence }) => sequence) };
}

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
  expect(body.action_quantity).toBe(2);
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
      '351 Some sessions expired: 1 session.',
      '352 Some already claimed: 2 sessions.',
      '354 Some already locked: 1 session.',
      '355 Some cannot be claimed because voided: 3 sessions.',
    ],
  );
});

test('GraphQL lists the same problems in extensions.problems', async () => {
  const { client, campaign, sequences } = await arrange([{ voided: true }, {}, { claimed: true }, { claimed: true }]);
  const input = { coupon: campaign, startSequence: String(sequences[0]), operation: 'CLAIM' };
  const { data, errors } = await client.graphql(
    'mutation ($input: BatchUpdateCouponSessionsInput!) { batchUpdateCouponSessions(input: $input) { updated } }',
    { input },
  );
  const { problems, ...extensions } = (errors[0]?.extensions ?? {}) as { problems?: { code: string }[] };
  expect([data, extensions]).toEqual([null, { code: 'SESSIONS_REFUSED' }]);
  expect(problems?.toSorted((one, other) => one.code.localeCompare(other.code))).toEqual([
    { code: 'SESSION_ALREADY_CLAIMED', count: 2 },
    { code: 'SESSION_VOIDED', count: 1 },
  ]);
});
