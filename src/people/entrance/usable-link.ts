import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { findLink, type LinkKind, type PersonLink, refusalOf, useUp } from '../link/person-link.ts';
import { EntranceRefused } from './person-proof.ts';

/** Returns the link with the token. Throws why it does not work. */
export async function requireLink(connection: Connection, kind: LinkKind, token: string): Promise<PersonLink> {
  const link = await findLink(connection, kind, token);
  const refusal = refusalOf(link);
  if (!link || refusal) throw new EntranceRefused(refusal ?? 'UNKNOWN');
  return link;
}

/** Uses a link up. Throws why it does not work: of simultaneous uses, all but one find it used. */
export async function requireUse(transaction: Transaction, { kind }: PersonLink, token: string): Promise<void> {
  const link = await requireLink(transaction, kind, token);
  if (!(await useUp(transaction, link))) throw new EntranceRefused('USED');
}
