import { expect, test } from 'vitest';
import { toInstant } from '../../../src/kernel/values/instant.ts';
import { firstRoom, Lane, type Prepared } from '../../../src/messaging/delivery/integration-lane.ts';
import { Integration } from '../../../src/messaging/integration/integration.ts';
import { Message } from '../../../src/messaging/message/message.ts';

const at = Date.parse('2026-11-21T12:00:00Z');
const instant = (milliseconds: number) => toInstant(new Date(at + milliseconds));
const sender = { integration: new Integration(), account: { name: 'Bakery', domain: null } };

const claimed = (amount: number, lease: number): Prepared[] =>
  Array.from({ length: amount }, (_, number) => ({
    message: Object.assign(new Message(), { number, urgent: 0 }),
    lease: instant(lease),
    content: null,
  }));

test('claimed messages that are late for their turn are released, and the lane then claims few', () => {
  const lane = new Lane();
  lane.add(sender, claimed(30, 10_000), null);
  lane.add(sender, claimed(2, 20_000), null);
  expect(lane.room).toBe(firstRoom - 32);

  expect(lane.takeLate(instant(10_000))).toEqual([]);
  const late = lane.takeLate(instant(15_000));

  expect(late).toHaveLength(30);
  for (const _ of late) lane.leave({ outcome: 'RELEASED' }, 0);
  expect([lane.underWay, lane.room, lane.isBusy]).toEqual([2, 2, false]);
  expect(lane.takeReady(at)).toHaveLength(2);
});

test('late messages release their slots', () => {
  const lane = new Lane();
  lane.add(sender, claimed(3, 10_000), [at, at + 100, at + 200]);
  lane.add(sender, claimed(1, 20_000), [at + 300]);

  expect(lane.takeLate(instant(15_000))).toHaveLength(3);

  expect(lane.takeReady(at)).toHaveLength(1);
  expect(lane.nextSlot).toBeNull();
});

test.each([
  ['rests after five failures in a row', {}, true],
  ['does not rest when recipients defer mails, as greylisting servers do', { ofRecipient: true }, false],
])('a platform %s', (_, facts, rests) => {
  const lane = new Lane();
  lane.add(sender, claimed(5, 10_000), null);

  for (let number = 0; number < 5; number += 1) lane.leave({ outcome: 'DEFERRED', reason: 'Later.', ...facts }, 5);

  expect(lane.isBusy).toBe(rests);
});
