import { mutationOf } from '../../documents/typed-document.ts';
import { campaignHeader, campaignOfCodes } from '../campaigns/campaign-tabs.tsx';
import { labelled } from '../frame/labelled-fields.ts';
import { form, screen } from '../frame/screen.ts';
import type { LabelledField } from '../frame/screen-field.ts';
import { formOf } from '../parts/form.tsx';
import { noteOf } from '../parts/pieces.tsx';
import { customFields } from '../sessions/session-forms.ts';

const statuses = ['NORMAL', 'VOIDED', 'ACTIVATED'] as const;
const types = ['ALPHANUMERIC', 'NUMERIC'] as const;

const codeForm = labelled(({ codes }) => codes.create)({
  codePrefix: { kind: 'text', word: 'prefix', maxLength: 50 },
  codeLength: { kind: 'number', word: 'length', min: 10, max: 25 },
  codeType: {
    kind: 'select',
    word: 'type',
    required: true,
    options: (words) => types.map((type) => [type, words.codes.create.types[type]]),
  },
  codePattern: { kind: 'text', word: 'pattern', maxLength: 80 },
  withoutLookAlikes: { kind: 'checkbox', word: 'lookAlikes' },
});

interface Input {
  amount: number;
}

const maxCodes = 5_000_000;

/** The maximum number of codes that are created without confirmation. People rarely print or send more by hand. */
const maxUnasked = 10_000;

const createForm = form(mutationOf('createCouponSessionsJob'), {
  fields: labelled(({ codes }) => codes.create)({
    amount: { kind: 'number', required: true, min: 1, max: maxCodes },
    status: {
      kind: 'select',
      required: true,
      options: (words) => statuses.map((status) => [status, words.codes.create.statuses[status]]),
    },
    automatedCodes: { kind: 'checkbox', word: 'automated' },
    ...codeForm,
  }),
  adds: ({ params }) => ({ coupon: params.campaign }),
  asks: ({ amount }: Input, page) =>
    amount > maxUnasked && amount <= maxCodes ? page.words.codes.create.many(page.number(amount)) : null,
  submit: (words) => words.codes.create.submit,
  opens: ({ createCouponSessionsJob: { id } }, page) => page.to(`/campaigns/${page.params.campaign}/codes/jobs/${id}`),
});

export const codeCreationScreen = screen({
  path: '/campaigns/:campaign/codes/new',
  scope: 'WRITE',
  document: campaignOfCodes,
  title: (_, { words }) => words.codes.create.title,
  forms: { create: createForm },
  view: ({ coupon }, page) => {
    const { title, codeOptions } = page.words.codes.create;
    const groups = [{ legend: codeOptions, fields: Object.keys(codeForm), open: false }];
    const values = { amount: 100, status: 'NORMAL', codeType: 'ALPHANUMERIC' };
    return [campaignHeader(page, coupon), formOf(page, 'create', { legend: title, values, groups })];
  },
});

const operations = ['VOID', 'UNVOID', 'LOCK', 'UNLOCK', 'CLAIM', 'ACTIVATE'] as const;

const sequence = (name: 'start' | 'end'): LabelledField => ({
  ...{ kind: 'number', either: true },
  label: (words) => words.codes.batch[name],
  hint: (words) => (name === 'end' ? words.codes.batch.openHint : ''),
  min: 0,
});

const batchForm = form(mutationOf('batchUpdateCouponSessions', 'updated'), {
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
