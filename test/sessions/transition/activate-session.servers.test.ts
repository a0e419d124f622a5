import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { eventTypesOf } from '../../support/events.ts';
import { makeSession } from '../../support/make.ts';
import { change, doors } from '../doors.ts';

const app = useApp();
const before = '2026-01-02 03:04:05.678';

test.for(doors)('by %s, activating a voided session unvoids and starts it', async (door) => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner, { voided: true });
  const activated = await change(door, client, session, 'activate');
  expect(activated).toMatchObject({ code: null, voidedAt: null, claimedAt: null });
  expect(activated.startedAt).not.toBeNull();
});

test.for(doors)('by %s, activating a voided session that is started keeps its start', async (door) => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner, { started: before, voided: true });
  const activated = await change(door, client, session, 'activate');
  expect(activated).toMatchObject({ code: null, voidedAt: null, startedAt: '2026-01-02 03:04:05' });
});

test.for(doors)('by %s, activating a started session succeeds, changes nothing and records no event', async (door) => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner, { started: before });
  expect(await change(door, client, session, 'activate')).toMatchObject({
    code: null,
    startedAt: '2026-01-02 03:04:05',
  });
  expect(await eventTypesOf(app.database, { session })).toEqual(['coupon_session_created']);
});

test.for(doors)('by %s, activating stores the given data although the session is started', async (door) => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner, { started: before });
  const activated = await change(door, client, session, 'activate', { customField1: 'rye' });
  expect(activated).toMatchObject({ code: null, customField1: 'rye', startedAt: '2026-01-02 03:04:05' });
});
