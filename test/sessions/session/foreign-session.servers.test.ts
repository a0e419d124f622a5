import { expect, test } from 'vitest';
import { requireRow } from '../../../src/kernel/database/rows.ts';
import { couponSessions } from '../../../src/sessions/session/session.ts';
import { useApp } from '../../support/app.ts';
import { eventTypesOf } from '../../support/events.ts';
import { makeSession, type SessionPast } from '../../support/make.ts';
import { change, doors } from '../doors.ts';
import type { Operation } from '../transition/transition-model.ts';

const app = useApp();

/** Facts of sessions with which the operation would succeed. */
const ready: [Operation | null, SessionPast][] = [
  [null, {}],
  ['void', {}],
  ['unvoid', { voided: true }],
  ['lock', { claimed: true }],
  ['unlock', { locked: true }],
  ['claim', {}],
  ['validate', {}],
  ['unvalidate', { validated: true }],
  ['activate', {}],
];

test.for(ready)("%s does not find another account's session and leaves it unchanged", async ([operation, facts]) => {
  const client = await app.client();
  const { session } = await makeSession(app.database, (await app.client()).owner, facts);
  const before = await requireRow(app.database, couponSessions, { session });
  for (const door of doors) {
    const plain = await change(door, client, session, operation, operation ? undefined : { customField1: 'x' });
    const withData = await change(door, client, session, operation, { customField1: 'x', customId: 'x' });
    expect([plain.code, withData.code]).toEqual(
      door === 'REST' ? [512, 512] : ['SESSION_NOT_FOUND', 'SESSION_NOT_FOUND'],
    );
  }
  expect(await requireRow(app.database, couponSessions, { session })).toEqual(before);
  expect(await eventTypesOf(app.database, { session })).toEqual(['coupon_session_created']);
});
