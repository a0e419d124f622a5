import { mutationOf } from '../../documents/typed-document.ts';
import { labelled } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { type Form, form } from '../frame/screen.ts';
import { moneySpentField } from './session-forms.ts';
import type { TransitionName } from './session-transitions.ts';

const ofSession = ({ params }: Page) => ({ session: params.session });

/** The key of the hold. Claiming or validating a held session needs it. Each person has one. */
const holding = (page: Page) => ({ ...ofSession(page), holdKey: page.viewer.keyId });

const wordsOf = (name: TransitionName): Required<Pick<Form, 'submit' | 'notice'>> => ({
  submit: ({ codes }) => codes.session.transitions[name],
  notice: ({ codes }) => codes.session.notice[name],
});

const transition = (name: TransitionName, document: Form['document'], adds: (page: Page) => object = ofSession) =>
  form({ ...wordsOf(name), document, adds });

const holdFields = labelled(({ codes }) => codes.session)({
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

export const transitionForms: Record<TransitionName, Form> = {
  claim: transition('claim', mutationOf('claimCouponSession'), holding),
  validate: form({
    ...wordsOf('validate'),
    document: mutationOf('validateCouponSession'),
    fields: { moneySpent: moneySpentField },
    adds: holding,
  }),
  hold: form({
    ...wordsOf('hold'),
    document: mutationOf('holdCouponSession'),
    fields: holdFields,
    variables: ({ seconds }: { seconds: string }, { params, viewer }) => ({
      input: { session: params.session ?? '', key: viewer.keyId, seconds: Number(seconds) },
    }),
  }),
  unvalidate: transition('unvalidate', mutationOf('unvalidateCouponSession')),
  lock: transition('lock', mutationOf('lockCouponSession')),
  unlock: transition('unlock', mutationOf('unlockCouponSession')),
  void: transition('void', mutationOf('voidCouponSession')),
  unvoid: transition('unvoid', mutationOf('unvoidCouponSession')),
  activate: transition('activate', mutationOf('activateCouponSession')),
};
