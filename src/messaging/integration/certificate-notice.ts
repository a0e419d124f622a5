import { notices, notify } from '../../accounts/viewer/notice.ts';
import type { Database } from '../../kernel/database/database.ts';
import { findRow, findRows, hasRow } from '../../kernel/database/rows.ts';
import { daysAgo } from '../../kernel/values/instant.ts';
import type { ShownSettings } from '../platform/platform.ts';
import { integrationRow, integrations } from './integration.ts';

const daysBefore = 30;

/** Notices the accounts whose certificate ends within 30 days, once for each certificate. Returns their number. */
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

/** Locks the integration, so that of several processes one notices its account. */
function noticeOnce(database: Database, id: string): Promise<number> {
  return database.transaction(async (transaction) => {
    const integration = await findRow(transaction, integrationRow, { id }, 'exclusive');
    if (!integration || !endsSoon(integration.shown)) return 0;
    const day = endOf(integration.shown).slice(0, 10);
    const notice = {
      ...{ accountId: integration.accountId, subject: id, type: 'CERTIFICATE_EXPIRES' as const },
      message: `The certificate for Apple Wallet expires on ${day}. Connect a new one for the same pass type id before, so that passes on phones go on changing.`,
    };
    if (await hasRow(transaction, notices, notice)) return 0;
    await notify(transaction, notice);
    return 1;
  });
}
