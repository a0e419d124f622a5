import { describe, expect, test } from 'vitest';
import { toDate } from '../../../src/kernel/values/instant.ts';
import { changeBy, effectOf, type Outcome } from '../../../src/messaging/delivery/verdict.ts';
import { type MessageStatus, messageStatuses } from '../../../src/messaging/message/message.ts';
import { optOutKeyword } from '../../../src/messaging/receipt/platform-receipts.ts';

const outcomes: Record<Outcome['outcome'], Outcome> = {
  SENT: { outcome: 'SENT', platformId: 'their-1' },
  DEFERRED: { outcome: 'DEFERRED', reason: 'Busy.' },
  REFUSED: { outcome: 'REFUSED', reason: 'No.' },
  UNKNOWN: { outcome: 'UNKNOWN', reason: 'Lost.' },
  SUPPRESSED: { outcome: 'SUPPRESSED', reason: 'Unwanted.' },
  RELEASED: { outcome: 'RELEASED' },
};

/** The new status by current status and outcome, for the current attempt and for an earlier one. Empty: no change. */
const table: Record<MessageStatus, Partial<Record<Outcome['outcome'], [ours: string, earlier: string]>>> = {
  QUEUED: {
    SENT: ['SENT', 'SENT'],
    REFUSED: ['FAILED', ''],
    SUPPRESSED: ['SUPPRESSED', ''],
    RELEASED: ['QUEUED', ''],
  },
  SENDING: {
    SENT: ['SENT', 'SENT'],
    DEFERRED: ['QUEUED', ''],
    REFUSED: ['FAILED', ''],
    UNKNOWN: ['UNKNOWN', ''],
    SUPPRESSED: ['SUPPRESSED', ''],
    RELEASED: ['QUEUED', ''],
  },
  UNKNOWN: { SENT: ['SENT', 'SENT'], REFUSED: ['FAILED', ''], RELEASED: ['QUEUED', ''] },
  SENT: {},
  DELIVERED: {},
  FAILED: {},
  SUPPRESSED: {},
  CANCELLED: {},
};

const at = new Date('2026-11-21T12:00:00Z');

describe.each([...messageStatuses])('a message that is %s', (status) => {
  test.each(Object.values(outcomes))('changes by $outcome', (outcome) => {
    const become = (claims: number) =>
      changeBy({ status, claims: 3, failures: 0 }, { claims, outcome }, at)?.status ?? '';

    expect([become(3), become(2)]).toEqual(table[status][outcome.outcome] ?? ['', '']);
  });
});

test('a message is retried after 1, 5, 15 and 60 minutes, 4 and 12 hours, and then fails', () => {
  const minutes: (number | null)[] = [];
  for (let failures = 0; failures < 7; failures += 1) {
    const change = changeBy({ status: 'SENDING', claims: 1, failures }, { claims: 1, outcome: outcomes.DEFERRED }, at);
    minutes.push(change?.dueAt ? (toDate(change.dueAt).getTime() - at.getTime()) / 60_000 : null);
  }

  for (const [index, planned] of [1, 5, 15, 60, 240, 720].entries())
    expect(Math.abs(Number(minutes[index]) / planned - 1)).toBeLessThanOrEqual(0.1);
  expect(minutes.at(-1)).toBeNull();
});

test('a platform can postpone the next attempt', () => {
  const retryAfter = new Date(at.getTime() + 3_600_000);
  const outcome = { outcome: 'DEFERRED', reason: 'Busy.', retryAfter } as const;

  const change = changeBy({ status: 'SENDING', claims: 1, failures: 0 }, { claims: 1, outcome }, at);

  expect(change?.dueAt).toBe('2026-11-21 13:00:00.000');
});

test.each([
  ['STOP', 'STOP'],
  [' stop. ', 'STOP'],
  ['Stop all', 'STOP'],
  ['Abmelden!', 'STOP'],
  ['stopp', 'STOP'],
  ['Stopall', 'STOP'],
  ['REVOKE', 'STOP'],
  ['optout', 'STOP'],
  ['Opt out', 'STOP'],
  ['OPT-OUT!', 'STOP'],
  ['arrêt', 'STOP'],
  ['ARRET', 'STOP'],
  ['arre\u0302t', 'STOP'],
  ['Stop, please', 'STOP'],
  ['STOP BITTE', 'STOP'],
  ['Stop. Thank you!', 'STOP'],
  ["Arrêt s'il vous plaît", 'STOP'],
  ['please stop', 'STOP'],
  ['Stop, thanks a lot!', 'STOP'],
  ['Stop merci beaucoup', 'STOP'],
  ['STOP STOP STOP!!!', 'STOP'],
  ['stop. Stop. Please.', 'STOP'],
  ['stop start', null],
  ['please please', null],
  ['\u200bＳＴＯＰ\ufeff', 'STOP'],
  ['"Unsubscribe" 🙏', 'STOP'],
  ['yes please', null],
  ['end of the week?', null],
  ['please', null],
  ['I cannot opt out', null],
  ['START', 'START'],
  ['yes', 'START'],
  ['Please stop by', null],
  ['', null],
  ['👍', null],
])('the service reads the reply %o as %o', (text, wish) => {
  expect(optOutKeyword(text)).toBe(wish);
});

test.each([
  ['counts as a failure of its platform', {}, 'FAILURE'],
  ['does not count as one if the recipient is the cause, as with greylisting', { ofRecipient: true }, 'SUCCESS'],
])('a deferred message %s', (_, facts, effect) => {
  expect(effectOf({ outcome: 'DEFERRED', reason: 'Later.', ...facts })).toBe(effect);
});
