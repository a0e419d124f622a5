import { builder } from '../api/builder.ts';
import type { Viewer } from '../api/viewer.ts';
import { StatisticsType } from '../statistics/report/report.type.ts';
import { exportAddress, exportExpiry } from './export-address.ts';

builder.objectField(StatisticsType, 'csvUrl', (t) =>
  t.string({
    description:
      'A signed address that needs no credentials. A GET request to it returns the points at the time of the request as CSV with a header line. The address is valid for one hour, and only while the API key or the person can read the account.',
    resolve: ({ id, timezone, from, to, by }, _, { services, viewer }) => {
      const { account, keyId } = viewer as Viewer;
      const nothing = { coupon: null, group: null, from: null, to: null };
      const report = { id, timezone, from, to, by };
      const request = { type: 'STATISTICS', format: 'CSV', accountId: account.id, keyId, ...nothing, report } as const;
      return exportAddress(services, request, exportExpiry());
    },
  }),
);
