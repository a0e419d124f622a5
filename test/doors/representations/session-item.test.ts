import { expect, test } from 'vitest';
import { sessionOfEvent } from '../../../src/doors/representations/session-item.ts';
import type { Event } from '../../../src/kernel/event-log/event.ts';

const kept = {
  ...{ sequence: 7, session: '0a1b2c3d4e5f6g7h8i9j0', couponId: 'cam_0a1b2c3d4e5f', couponCode: 'b4k3ry01' },
  ...{ createdAt: '2026-11-21 08:00:00.000', openedAt: null, startedAt: null, claimedAt: null, claimType: null },
  ...{ validatedAt: null, lockedAt: null, voidedAt: null, savedAt: null, expiresAt: null },
};

test('an event of an earlier version shows what was not stored then as absent', () => {
  const event = { data: JSON.stringify(kept), createdAt: '2026-11-21 08:00:00.000' } as Event;
  const { status } = sessionOfEvent(event, 'https://campaigns.example') as { status: Record<string, string> };
  expect(status).toMatchObject({ created_date_utc: '2026-11-21 08:00:00', value: '', unvoided_date_utc: '' });
  expect(status).toMatchObject({ saved_to_passbook: '0', saved_to_androidpay: '0', saved_to_androidpay_date_utc: '' });
});
