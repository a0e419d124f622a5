import { mutationOf } from '../../documents/typed-document.ts';
import { labelled } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { type Form, form } from '../frame/screen.ts';
import { moneySpentField } from './session-forms.ts';
import type { TransitionName } from './session-transitions.ts';

type Declaration = Parameters<typeof form>[0];

/** Claims and validations by whoever holds the session need the key of the hold. Each person has one of its own. */
const holding = ({ params, viewer }: Page) => ({ session: params.session, holdKey: viewer.keyId });

const transition = (
  name: TransitionName,
  declaration: Pick<Declaration, 'document' | 'fields'> & {
    adds?: (page: Page) => object;
    variables?: Form['variables'];
  },
) =>
  form({
    adds: ({ params }) => ({ session: params.session }),
    submit: ({ codes }) => codes.session.transitions[name],
    doneWords: ({ codes }) => codes.session.doneWords[name],
    ...declaration,
  });

const hold = labelled(({ codes }) => codes.session, {
  seconds: {
    kind: 'select',
    word: 'holdFor',
    required: true,
    options: ({ codes: { session } }) => [
      ['60', session.holdTimes.minute],
      ['900', session.holdTimes.quarter],
      ['3600', session.holdTimes.hour],
    ],
  },
});

/** The forms that change the state of the session of a screen. */
export const transitionForms: Record<TransitionName, Form> = {
  claim: transition('claim', { document: mutationOf('claimCouponSession'), adds: holding }),
  validate: transition('validate', {
    document: mutationOf('validateCouponSession'),
    fields: { moneySpent: moneySpentField },
    adds: holding,
  }),
  hold: transition('hold', {
    document: mutationOf('holdCouponSession'),
    fields: hold,
    variables: ({ seconds }, { params, viewer }) => ({
      input: { session: params.session, key: viewer.keyId, seconds: Number(seconds) },
    }),
  }),
  unvalidate: transition('unvalidate', { document: mutationOf('unvalidateCouponSession') }),
  lock: transition('lock', { document: mutationOf('lockCouponSession') }),
  unlock: transition('unlock', { document: mutationOf('unlockCouponSession') }),
  void: transition('void', { document: mutationOf('voidCouponSession') }),
  unvoid: transition('unvoid', { document: mutationOf('unvoidCouponSession') }),
  activate: transition('activate', { document: mutationOf('activateCouponSession') }),
};
