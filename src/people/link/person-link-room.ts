import type { Connection } from '../../kernel/database/database.ts';
import { Problem, TooManyRequests } from '../../kernel/problem.ts';
import { realNow, toInstant } from '../../kernel/values/instant.ts';

const mostOpen = 100;

export async function requireRoomForInvitation(connection: Connection, accountId: string): Promise<void> {
  const [row] = await connection.rows<{ count: number | string }>(
    `SELECT COUNT(*) AS count FROM person_links l WHERE l.account_id = ? AND l.kind = 'INVITATION'
       AND l.used_at IS NULL AND l.revoked_at IS NULL AND l.expires_at > ?`,
    [accountId, realNow()],
  );
  if (Number(row?.count) >= mostOpen) throw new Problem('TOO_MANY_INVITATIONS');
}

/** The links that an account makes in an hour. Each of them is a mail to an address that somebody chose. */
const mostInHour = 60;

export async function requireRoomForLink(connection: Connection, accountId: string): Promise<void> {
  const [row] = await connection.rows<{ count: number | string }>(
    'SELECT COUNT(*) AS count FROM person_links l WHERE l.account_id = ? AND l.created_at > ?',
    [accountId, toInstant(new Date(Date.now() - 3_600_000))],
  );
  if (Number(row?.count) >= mostInHour)
    throw new TooManyRequests(3600, `The account can make ${mostInHour} invitations and password resets in an hour.`);
}
