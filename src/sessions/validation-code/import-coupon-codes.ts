import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { mutation } from '../../api/mutation.ts';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { lockRow } from '../../kernel/database/rows.ts';
import { reserve } from '../../kernel/database/sequence.ts';
import { addToPool, checkCodes, type ImportError } from './code-pool.ts';

const ImportErrorReasonType = builder.enumType('ImportErrorReason', {
  description: 'The reason why an import skipped a row.',
  values: {
    EMPTY: { description: 'The row has no code.' },
    TOO_LONG: { description: 'The code has more than 100 characters.' },
    INVALID_CHARACTER: {
      description: 'The code contains a character that is not printable ASCII, or begins or ends with a space.',
    },
    SEVERAL_CELLS: { description: 'The row has more cells than the first row of the file. Occurs only in uploads.' },
    REPEATED: { description: 'The code occurs earlier in the same import.' },
    ALREADY_THERE: { description: 'The coupon already has this code or had it before.' },
  } satisfies Record<ImportError['reason'], object>,
});

const ImportErrorType = builder.objectType(builder.objectRef<ImportError>('ImportError'), {
  description: 'A row that an import skipped.',
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'The row number, starting at 1.' }),
    code: t.exposeString('code', { description: 'The content of the row, at most the first 100 characters.' }),
    reason: t.expose('reason', { type: ImportErrorReasonType, description: 'The reason why the row was skipped.' }),
  }),
});

const ImportedCodes = builder.objectType(
  builder.objectRef<{ imported: number; skipped: ImportError[] }>('ImportedCodes'),
  {
    description: 'The result of an import.',
    fields: (t) => ({
      imported: t.exposeInt('imported', { description: 'The number of codes added to the pool.' }),
      skipped: t.field({
        type: [ImportErrorType],
        description: 'The rows that were skipped. Not paginated.',
        resolve: ({ skipped }) => skipped,
      }),
    }),
  },
);

mutation({
  name: 'importCouponCodes',
  description:
    'Adds validation codes to the pool of a coupon. After that, a session without a code takes the next unused code when it is claimed. When the pool is empty, claims fail with `VALIDATION_CODES_EXHAUSTED`.',
  scope: 'WRITE',
  input: z.object({
    coupon: couponId,
    codes: z
      .array(z.string())
      .min(1)
      .max(10_000)
      .meta({ description: 'The codes, 1 to 10,000. Each code has at most 100 printable ASCII characters.' }),
  }),
  type: ImportedCodes,
  problems: ['COUPON_NOT_FOUND'],
  rows: ({ codes }) => codes.length,
  cost: { bulk: 'codes' },
  prepare: ({ input, database }) => reserve(database, 'code', input.codes.length),
  run: async ({ input, viewer, transaction, prepared: first }) => {
    const coupon = await lockRow(transaction, couponRow, { accountId: viewer.account.id, id: input.coupon });
    const { good, skipped } = checkCodes(input.codes.map((code, index) => ({ line: index + 1, code })));
    const known = good.length > 0 ? await addToPool(transaction, coupon.id, good, first) : [];
    return {
      imported: good.length - known.length,
      skipped: [...skipped, ...known].sort((one, other) => one.line - other.line),
    };
  },
});
