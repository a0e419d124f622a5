import { z } from 'zod';
import { type AuditFault, verifyAudit } from '../../src/audit/audit-verification.ts';
import { audit } from '../../src/audit/audited-call.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { Secrets } from '../../src/kernel/security/secrets.ts';
import type { Owner } from './client.ts';
import { appSecret } from './make.ts';

export const secretsOfTests = new Secrets(appSecret);

/** Writes an entry of a call that made a coupon, and returns its id. The next entry gets a higher id. */
export async function makeAuditEntry(
  database: Database,
  { account, keyId }: Owner,
  { secrets = secretsOfTests, operation = 'createCoupon', outcome = 'OK', title = 'Rye', requestId = 'made' } = {},
): Promise<string> {
  const call = {
    ...{ secrets, accountId: account.id, keyId, address: '192.0.2.1', operation, requestId, input: { title } },
    schema: z.object({ title: z.string() }),
  };
  await database.transaction((transaction) => audit(transaction, [{ call, outcome }]));
  const [entry] = await database.rows<{ id: string }>(
    'SELECT a.id AS id FROM audit_entries a WHERE a.account_id = ? ORDER BY a.id DESC LIMIT 1',
    [account.id],
  );
  return entry?.id ?? '';
}

/** Returns everything that is wrong with the audit log, and what the verification has counted. */
export async function verified(
  database: Database,
  secrets = secretsOfTests,
  noted: { number: number; hash: string } | null = null,
) {
  const faults: AuditFault[] = [];
  const verification = verifyAudit(database, secrets, noted);
  let step = await verification.next();
  for (; !step.done; step = await verification.next()) faults.push(step.value);
  return { faults: faults.map(({ subject, what }) => `${subject} ${what}`), ...step.value };
}
