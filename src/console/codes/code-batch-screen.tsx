import { mutationOf } from '../../documents/typed-document.ts';
import { campaignHeader } from '../campaigns/campaign-tabs.tsx';
import { labelled } from '../frame/labelled-fields.ts';
import { form, screen } from '../frame/screen.ts';
import type { LabelledField } from '../frame/screen-field.ts';
import { formOf } from '../parts/form.tsx';
import { noteOf } from '../parts/pieces.tsx';
import { customFields } from '../sessions/custom-fields.ts';
import { campaignOfCodes } from './campaign-of-codes.ts';

const operations = ['VOID', 'UNVOID', 'LOCK', 'UNLOCK', 'CLAIM', 'ACTIVATE'] as const;

const sequence = (name: 'start' | 'end'): LabelledField => ({
  ...{ kind: 'number', either: true },
  label: (words) => words.codes.batch[name],
  hint: (words) => (name === 'end' ? words.codes.batch.openHint : ''),
  min: 0,
});

const batchForm = form({
  document: mutationOf('batchUpdateCouponSessions', 'updated'),
  fields: {
    startSequence: sequence('start'),
    endSequence: sequence('end'),
    ...labelled(({ codes }) => codes.batch)({
      operation: {
        kind: 'select',
        either: true,
        options: (words, { mayRedeem }: { mayRedeem: boolean }) =>
          operations
            .filter((operation) => mayRedeem || operation !== 'CLAIM')
            .map((operation) => [operation, words.codes.batch.operations[operation]]),
      },
    }),
    ...customFields,
  },
  problemsAt: {
    START_SEQUENCE_NOT_FOUND: 'startSequence',
    END_SEQUENCE_NOT_FOUND: 'endSequence',
    SEQUENCE_ORDER: 'endSequence',
    SEQUENCES_OF_OTHER_COUPON: 'startSequence',
    SEQUENCES_OF_DIFFERENT_COUPONS: 'endSequence',
    RANGE_TOO_LONG: 'endSequence',
  },
  adds: ({ params }) => ({ coupon: params.campaign }),
  submit: (words) => words.codes.batch.submit,
  show: ({ batchUpdateCouponSessions: { updated } }, page) =>
    noteOf('good', page.words.codes.batch.changed(page.number(updated))),
});

export const codeBatchScreen = screen({
  path: '/campaigns/:campaign/codes/batch',
  scope: 'WRITE',
  document: campaignOfCodes,
  variables: ({ params }) => ({ coupon: params.campaign ?? '' }),
  title: (_, { words }) => words.codes.batch.title,
  forms: { batch: batchForm },
  view: ({ coupon }, page) => {
    const { title, lead, data } = page.words.codes.batch;
    const groups = [{ legend: data, fields: Object.keys(customFields), open: false }];
    return [
      campaignHeader(page, coupon),
      <h2>{title}</h2>,
      <p class="lead">{lead}</p>,
      formOf(page, 'batch', { groups, data: { mayRedeem: page.may('REDEEM') } }),
    ];
  },
});
