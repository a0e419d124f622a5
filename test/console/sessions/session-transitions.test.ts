import { expect, test } from 'vitest';
import { acceptedBy, type SessionTimes } from '../../../src/console/sessions/session-transitions.ts';
import { combinations, operations, refusalOf, type SessionState } from '../../sessions/transition/transition-model.ts';

const past = '2020-01-01T00:00:00.000Z';
const future = '9999-01-01T00:00:00.000Z';

function sessionOf(facts: SessionState): SessionTimes {
  const when = (fact: boolean) => (fact ? past : null);
  return {
    claimedAt: when(facts.claimed),
    validatedAt: when(facts.validated),
    lockedAt: when(facts.locked),
    voidedAt: when(facts.voided),
    startedAt: when(facts.started),
    heldUntil: null,
    expired: facts.expired,
    coupon: {
      voidedAt: when(facts.couponVoided),
      lockedAt: when(facts.couponLocked),
      startDate: facts.notStartedYet ? future : past,
    },
  };
}

test('the screen offers what the service accepts', () => {
  for (const facts of combinations) {
    const offered = acceptedBy(sessionOf(facts)).filter((name) => name !== 'hold');
    const accepted = operations.filter((operation) => refusalOf(operation, facts) === null);
    // Restoring a voided code also activates nothing, and an active one stays as it is: one button is enough.
    const useful = accepted.filter((name) => name !== 'activate' || !(facts.voided || facts.started));
    expect(offered.toSorted(), JSON.stringify(facts)).toEqual(useful.toSorted());
  }
});

test('a held session is not held again, but whoever holds it can go on', () => {
  const [none] = combinations;
  const session = { ...sessionOf(none as SessionState), heldUntil: future };
  expect(acceptedBy(session)).not.toContain('hold');
  expect(acceptedBy(session)).toContain('validate');
});
