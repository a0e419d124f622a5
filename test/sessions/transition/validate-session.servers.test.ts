import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeSession } from '../../support/make.ts';
import { change, doors } from '../doors.ts';

const app = useApp();
const before = '2026-01-02 03:04:05.678';

test.for(doors)('by %s, validating an untouched session claims and starts it', async (door) => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const validated = await change(door, client, session, 'validate');
  expect(validated).toMatchObject({ code: null, claimType: 'api' });
  expect([validated.claimedAt, validated.startedAt]).toEqual([validated.validatedAt, validated.validatedAt]);
});

test.for(doors)('by %s, validating a claimed session keeps its claim', async (door) => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner, { started: before, claimed: before });
  const validated = await change(door, client, session, 'validate');
  expect(validated).toMatchObject({ code: null, claimedAt: '2026-01-02 03:04:05', startedAt: '2026-01-02 03:04:05' });
  expect(validated.validatedAt).not.toBeNull();
});

test.for(doors)('by %s, unvalidating keeps the claim, and the session can be validated again', async (door) => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner, { claimed: before, validated: before });
  const unvalidated = await change(door, client, session, 'unvalidate');
  expect(unvalidated).toMatchObject({
    code: null,
    validatedAt: null,
    claimedAt: '2026-01-02 03:04:05',
    claimType: 'api',
  });
  expect((await change(door, client, session, 'validate')).code).toBeNull();
});
