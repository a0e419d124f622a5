import type { TadaDocumentNode } from 'gql.tada';
import { graphql } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { type Form, form } from '../frame/screen.ts';
import type { Field } from '../frame/screen-field.ts';
import type { TransitionName } from './session-transitions.ts';

const sessionOf = ({ params }: Page) => params.session ?? '';

/** Claims and validations by whoever holds the session need the key of the hold. Each person has one of its own. */
const holdKeyOf = ({ viewer }: Page) => viewer.keyId;

interface Transition<Variables extends object> {
  name: TransitionName;
  scope: 'WRITE' | 'REDEEM';
  document: TadaDocumentNode<unknown, Variables>;
  fields?: Record<string, Field>;
  variables: (input: never, page: Page) => Variables;
}

function transition<Variables extends object>({ name, fields = {}, ...rest }: Transition<Variables>): Form {
  return form({
    ...rest,
    fields,
    submit: ({ codes }) => codes.session.transitions[name],
    doneWords: ({ codes }) => codes.session.doneWords[name],
  });
}

const named = (_: object, page: Page) => ({ input: { session: sessionOf(page) } });
const holding = (input: object, page: Page) => ({
  input: { ...input, session: sessionOf(page), holdKey: holdKeyOf(page) },
});

/** The forms that change the state of the session of a screen. */
export const transitionForms: Record<TransitionName, Form> = {
  claim: transition({
    name: 'claim',
    scope: 'REDEEM',
    document: graphql(`
      mutation ConsoleClaim($input: ClaimCouponSessionInput!) {
        claimCouponSession(input: $input) {
          id
        }
      }
    `),
    variables: holding,
  }),
  validate: transition({
    name: 'validate',
    scope: 'REDEEM',
    document: graphql(`
      mutation ConsoleValidate($input: ValidateCouponSessionInput!) {
        validateCouponSession(input: $input) {
          id
        }
      }
    `),
    fields: {
      moneySpent: {
        kind: 'decimal',
        label: ({ codes }) => codes.session.facts.moneySpent,
        hint: ({ codes }) => codes.session.moneySpentHint,
        at: 'data.moneySpent',
        most: 16,
      },
    },
    variables: holding,
  }),
  hold: transition({
    name: 'hold',
    scope: 'REDEEM',
    document: graphql(`
      mutation ConsoleHold($input: HoldCouponSessionInput!) {
        holdCouponSession(input: $input) {
          id
        }
      }
    `),
    fields: {
      seconds: {
        kind: 'select',
        label: ({ codes }) => codes.session.holdFor,
        required: true,
        options: ({ codes: { session } }) => [
          ['60', session.holdTimes.minute],
          ['900', session.holdTimes.quarter],
          ['3600', session.holdTimes.hour],
        ],
      },
    },
    variables: ({ seconds }: { seconds: string }, page) => ({
      input: { session: sessionOf(page), key: holdKeyOf(page), seconds: Number(seconds) },
    }),
  }),
  unvalidate: transition({
    name: 'unvalidate',
    scope: 'REDEEM',
    document: graphql(`
      mutation ConsoleUnvalidate($input: UnvalidateCouponSessionInput!) {
        unvalidateCouponSession(input: $input) {
          id
        }
      }
    `),
    variables: named,
  }),
  lock: transition({
    name: 'lock',
    scope: 'WRITE',
    document: graphql(`
      mutation ConsoleLock($input: LockCouponSessionInput!) {
        lockCouponSession(input: $input) {
          id
        }
      }
    `),
    variables: named,
  }),
  unlock: transition({
    name: 'unlock',
    scope: 'WRITE',
    document: graphql(`
      mutation ConsoleUnlock($input: UnlockCouponSessionInput!) {
        unlockCouponSession(input: $input) {
          id
        }
      }
    `),
    variables: named,
  }),
  void: transition({
    name: 'void',
    scope: 'WRITE',
    document: graphql(`
      mutation ConsoleVoid($input: VoidCouponSessionInput!) {
        voidCouponSession(input: $input) {
          id
        }
      }
    `),
    variables: named,
  }),
  unvoid: transition({
    name: 'unvoid',
    scope: 'WRITE',
    document: graphql(`
      mutation ConsoleUnvoid($input: UnvoidCouponSessionInput!) {
        unvoidCouponSession(input: $input) {
          id
        }
      }
    `),
    variables: named,
  }),
  activate: transition({
    name: 'activate',
    scope: 'WRITE',
    document: graphql(`
      mutation ConsoleActivate($input: ActivateCouponSessionInput!) {
        activateCouponSession(input: $input) {
          id
        }
      }
    `),
    variables: named,
  }),
};
