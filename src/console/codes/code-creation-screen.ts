import { mutationOf } from '../../documents/typed-document.ts';
import { campaignHeader } from '../campaigns/campaign-tabs.tsx';
import { labelled } from '../frame/labelled-fields.ts';
import { form, screen } from '../frame/screen.ts';
import { formOf } from '../parts/form.tsx';
import { campaignOfCodes } from './campaign-of-codes.ts';

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

/** The most codes that are created without a confirmation. People rarely print or send more by hand. */
const maxUnasked = 10_000;

const createForm = form({
  document: mutationOf('createCouponSessionsJob'),
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
