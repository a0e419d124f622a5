import { graphql } from '../../documents/typed-document.ts';
import { campaignHeader } from '../campaigns/campaign-tabs.tsx';
import { form, screen } from '../frame/screen.ts';
import type { Field } from '../frame/screen-field.ts';
import { formOf } from '../parts/form.tsx';
import { campaignOfCodes } from './campaign-of-codes.ts';

const statuses = ['NORMAL', 'VOIDED', 'ACTIVATED'] as const;
const types = ['ALPHANUMERIC', 'NUMERIC'] as const;

const codeForm = {
  codePrefix: { kind: 'text', label: (words) => words.codes.create.prefix, most: 50 },
  codeLength: {
    kind: 'number',
    label: (words) => words.codes.create.length,
    hint: (words) => words.codes.create.lengthHint,
    min: 10,
    max: 25,
  },
  codeType: {
    kind: 'select',
    label: (words) => words.codes.create.type,
    required: true,
    options: (words) => types.map((type) => [type, words.codes.create.types[type]]),
  },
  codePattern: {
    kind: 'text',
    label: (words) => words.codes.create.pattern,
    hint: (words) => words.codes.create.patternHint,
    most: 80,
  },
  withoutLookAlikes: { kind: 'checkbox', label: (words) => words.codes.create.lookAlikes },
} satisfies Record<string, Field>;

interface Input {
  amount: number;
}

const most = 5_000_000;

/** The codes that are created without a question. Nobody prints or sends more of them by hand. */
const mostUnasked = 10_000;

const createForm = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleCreateCodes($input: CreateCouponSessionsJobInput!) {
      createCouponSessionsJob(input: $input) {
        id
      }
    }
  `),
  fields: {
    amount: {
      kind: 'number',
      label: (words) => words.codes.create.amount,
      hint: (words) => words.codes.create.amountHint,
      required: true,
      min: 1,
      max: most,
    },
    status: {
      kind: 'select',
      label: (words) => words.codes.create.status,
      required: true,
      options: (words) => statuses.map((status) => [status, words.codes.create.statuses[status]]),
    },
    automatedCodes: { kind: 'checkbox', label: (words) => words.codes.create.automated },
    ...codeForm,
  },
  variables: (input: Input, page) => ({ input: { ...input, coupon: page.params.campaign ?? '' } }),
  asks: ({ amount }: Input, page) =>
    amount > mostUnasked && amount <= most ? page.words.codes.create.many(page.number(amount)) : null,
  submit: (words) => words.codes.create.submit,
  // With the whole address, because the page of the job says more than a notice.
  done: ({ createCouponSessionsJob: { id } }, page) =>
    page.publicUrl + page.to(`/campaigns/${page.params.campaign}/codes/jobs/${id}`),
});

export const codeCreationScreen = screen({
  path: '/campaigns/:campaign/codes/new',
  area: 'campaigns',
  scope: 'WRITE',
  document: campaignOfCodes,
  variables: ({ params }) => ({ coupon: params.campaign ?? '' }),
  title: (_, { words }) => words.codes.create.title,
  forms: { create: createForm },
  view: ({ coupon }, page) => {
    const { title, codeOptions } = page.words.codes.create;
    const groups = [{ legend: codeOptions, fields: Object.keys(codeForm), open: false }];
    const values = { amount: 100, status: 'NORMAL', codeType: 'ALPHANUMERIC' };
    return [campaignHeader(page, coupon), formOf(page, 'create', { legend: title, values, groups })];
  },
});
