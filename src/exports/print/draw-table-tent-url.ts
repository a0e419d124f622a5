import { z } from 'zod';
import { query } from '../../api/query.ts';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { exportAddress, exportExpiry } from '../export-address.ts';
import { printLanguage, tentSize } from './code-sheet.inputs.ts';

query({
  name: 'tableTentUrl',
  description:
    'A signed address that needs no credentials. A GET request to it returns a table tent as PDF, a sheet of paper to fold. Both sides show the title, the subtitle, the value and the expiry of the coupon, and a QR code of its public page. The address is valid for one hour, but no longer than the API key.',
  scope: 'READ',
  input: z.object({
    coupon: couponId,
    size: tentSize.default('A5').meta({ description: 'The paper. Default: A5.' }),
    language: printLanguage
      .default('EN')
      .meta({ description: 'The language of the date and the amount. Default: EN.' }),
  }),
  type: 'String',
  problems: ['COUPON_NOT_FOUND'],
  run: async ({ input: { coupon, ...tent }, viewer, database, services }) => {
    const { id } = await requireRow(database, couponRow, { accountId: viewer.account.id, id: coupon });
    const file = { type: 'TABLE_TENT', accountId: viewer.account.id, keyId: viewer.keyId, subject: id, tent } as const;
    return exportAddress(services, file, exportExpiry());
  },
});
