import { createPrivateKey, X509Certificate } from 'node:crypto';
import { notices, notify } from '../../accounts/viewer/notice.ts';
import { column, reference, type Stored, table } from '../../kernel/database/columns.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { addRow, deleteRows, findRow, findRows, hasRow, rowOf } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { invalidInput, Problem } from '../../kernel/problem.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { daysAgo, now } from '../../kernel/values/instant.ts';
import type { AppleSettings } from '../platform/apple/apple-certificate.ts';
import type { ShownSettings } from '../platform/platform.ts';
import { integrationRow, integrations } from './integration.ts';

/** A key that waits for its certificate from Apple. An account has at most one. */
type CertificateRequest = Stored<typeof certificateRequests>;

export const certificateRequests = table({
  name: 'CertificateRequest',
  tableName: 'certificate_requests',
  columns: {
    accountId: column.key(column.text(20)),
    /** The key in PEM, encrypted. */
    privateKey: column.longText,
    createdAt: column.instant,
  },
  foreignKeys: [reference('certificate_requests_account_fk', 'accountId', 'accounts')],
});

const requestRow = rowOf<CertificateRequest>(certificateRequests, { missing: 'NO_CERTIFICATE_REQUEST' });

/**
 * Returns the private key in PEM. Keeps a waiting key unless it is to be replaced, because Apple may already have its
 * request.
 */
export async function keepKey(
  transaction: Transaction,
  secrets: Secrets,
  accountId: string,
  newKey: string,
  replace: boolean,
): Promise<string> {
  if (replace) await deleteRows(transaction, certificateRequests, { accountId });
  const waiting = { accountId, privateKey: secrets.seal(newKey), createdAt: now() };
  await addRow(transaction, certificateRequests, waiting);
  const request = await findRow(transaction, requestRow, { accountId }, 'shared');
  return request ? secrets.open(request.privateKey) : newKey;
}

/** Adds the waiting key to settings that have none. The key then has its certificate and waits no longer. */
export async function completeKey(
  transaction: Transaction,
  secrets: Secrets,
  accountId: string,
  settings: AppleSettings,
): Promise<void> {
  if (settings.privateKey) return;
  const request = await findRow(transaction, requestRow, { accountId }, 'exclusive');
  if (!request) throw new Problem('NO_CERTIFICATE_REQUEST');
  const privateKey = secrets.open(request.privateKey);
  if (!new X509Certificate(settings.certificate).checkPrivateKey(createPrivateKey(privateKey)))
    throw invalidInput('settings.certificate', 'does not match the certificate request of this account');
  settings.privateKey = privateKey;
  await deleteRows(transaction, certificateRequests, { accountId });
}

export const removeCertificateRequests = removeRows('certificate_requests', 'account_id', 500);

const daysBefore = 30;

/** Sends one notice per certificate, 30 days before it expires. Returns the number of notices. */
export async function noticeExpiringCertificates(database: Database): Promise<number> {
  const which = { provider: 'APPLE', disconnectedAt: null } as const;
  const connected = await findRows(database, integrations, which, { select: ['id', 'shown'] });
  let noticed = 0;
  for (const { id } of connected.filter(({ shown }) => endsSoon(shown))) noticed += await noticeOnce(database, id);
  return noticed;
}

function endsSoon(shown: string): boolean {
  return endOf(shown) < daysAgo(-daysBefore);
}

function endOf(shown: string): string {
  return (JSON.parse(shown) as ShownSettings).expiresAt ?? '';
}

/** The lock ensures that only one process sends the notice. */
function noticeOnce(database: Database, id: string): Promise<number> {
  return database.transaction(async (transaction) => {
    const integration = await findRow(transaction, integrationRow, { id }, 'exclusive');
    if (!integration || !endsSoon(integration.shown)) return 0;
    const day = endOf(integration.shown).slice(0, 10);
    const notice = {
      ...{ accountId: integration.accountId, subject: id, type: 'CERTIFICATE_EXPIRES' as const },
      message: `The certificate for Apple Wallet expires on ${day}. Before then, connect a new one for the same pass type id, so that passes on phones are still updated.`,
    };
    if (await hasRow(transaction, notices, notice)) return 0;
    await notify(transaction, notice);
    return 1;
  });
}
