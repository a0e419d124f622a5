import { instant, key, longText, reference, type Stored, table, text } from '../../kernel/database/columns.ts';

/** A key that waits for the certificate that Apple makes for it. At most one for each account. */
export type CertificateRequest = Stored<typeof certificateRequests>;

export const certificateRequests = table({
  name: 'CertificateRequest',
  tableName: 'certificate_requests',
  columns: {
    accountId: key(text(20)),
    /** In PEM, encrypted. */
    privateKey: longText,
    createdAt: instant,
  },
  foreignKeys: [reference('certificate_requests_account_fk', 'accountId', 'accounts')],
});
