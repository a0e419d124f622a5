import { MoreThan } from 'typeorm';
import type { Connection } from '../../kernel/database/database.ts';
import { countRows } from '../../kernel/database/rows.ts';
import { Problem, TooManyRequests } from '../../kernel/problem.ts';
import { realNow, toInstant } from '../../kernel/values/instant.ts';
import { personLinks } from './person-link.ts';

const mostOpen = 100;

/** Throws `TOO_MANY_INVITATIONS` at the limit of open invitations. */
export async function requireRoomForInvitation(connection: Connection, accountId: string): Promise<void> {
  const row = await countRows(connection, personLinks, {
    accountId,
    kind: 'INVITATION',
    usedAt: null,
    revokedAt: null,
    expiresAt: MoreThan(realNow()),
  });
  if (row >= mostOpen) throw new Problem('TOO_MANY_INVITATIONS');
}

/** The links that an account makes in an hour. Each of them is a mail to an address that somebody chose. */
const mostInHour = 60;

/** Throws `TOO_MANY_REQUESTS` when the account made so many links within an hour, whether or not they were mailed. */
export async function requireRoomForLink(connection: Connection, accountId: string): Promise<void> {
  const row = await countRows(connection, personLinks, {
    accountId,
    createdAt: MoreThan(toInstant(new Date(Date.now() - 3_600_000))),
  });
  if (row >= mostInHour)
    throw new TooManyRequests(3600, `The account can make ${mostInHour} invitations and password resets in an hour.`);
}
