import { z } from 'zod';
import { filterInput, flag, pageNumber } from '../../api/inputs.ts';
import { connection } from '../../api/query.ts';
import type { Connection } from '../../kernel/database/database.ts';
import type { Dialect } from '../../kernel/database/dialect.ts';
import { keyset, offsetOf, type Page } from '../../kernel/database/paging.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { bind, type Value } from '../../kernel/database/statement.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { now } from '../../kernel/values/instant.ts';
import { endOfPrefix, fold } from '../../kernel/values/prefix.ts';
import { directoryId } from '../directory/directory.inputs.ts';
import { type Directory, directoryRow } from '../directory/directory.ts';
import { phoneValue } from '../user/member-key.ts';
import { type DirectoryUser, directoryUserColumns } from '../user/user.ts';
import { DirectoryUserType } from '../user/user.type.ts';

const accessStates = ['ACTIVE', 'EXPIRED', 'NONE'] as const;
type AccessState = (typeof accessStates)[number];

export interface WhichMembers {
  keyword?: string | null | undefined;
  email?: string | null | undefined;
  blocked?: boolean | null | undefined;
  access?: AccessState | null | undefined;
}

/**
 * Returns a page of members, newest first. Every filter has an index, so the cost depends only on the number of members
 * that a filter finds.
 */
export async function pageOfMembers(
  connection: Connection,
  directory: Pick<Directory, 'id'>,
  which: WhichMembers,
  page: Page,
  offset: number,
): Promise<DirectoryUser[]> {
  const { from, created, id, values } = sourceOf(connection.dialect, which);
  const part = keyset(page, created, id);
  const [sql, parameters] = bind(`SELECT u.id AS id FROM ${from} WHERE ${conditionsOf(which)}`, {
    directory: directory.id,
    ...values,
    email: which.email && emailKey(which.email),
    now: now(),
  });
  const rows = await connection.rows<DirectoryUser>(
    `SELECT ${directoryUserColumns} FROM (${sql} ${part.condition} ${part.ending} OFFSET ${offset}) AS page
     JOIN directory_users u ON u.id = page.id`,
    [...parameters, ...part.values],
  );
  // Sort here: the database would copy the long rows of the page to sort them.
  return rows.sort(page.backward ? byCreation : (one, other) => byCreation(other, one));
}

function byCreation(one: DirectoryUser, other: DirectoryUser): number {
  const keyOf = ({ createdAt, id }: DirectoryUser) => `${createdAt} ${id}`;
  return keyOf(one) < keyOf(other) ? -1 : 1;
}

interface Source {
  from: string;
  /** The columns that order the list. */
  created: string;
  id: string;
  values: Record<string, Value>;
}

function sourceOf(dialect: Dialect, which: WhichMembers): Source {
  const found = foundBy(dialect, which.keyword ?? '');
  if (found) return found;
  const index = indexFor(which);
  const from = `directory_users u ${index ? dialect.useIndex(index) : ''}`;
  return { from, created: 'u.created_at', id: 'u.id', values: {} };
}

function indexFor({ email, blocked, access }: WhichMembers): string | null {
  if (email != null) return null;
  if (access) return 'directory_users_access';
  return blocked == null ? null : 'directory_users_blocked';
}

/** Returns the members that a text finds, or null for a blank text, which finds everyone. */
function foundBy({ orderedJoin }: Dialect, text: string): Source | null {
  const keyword = fold(text.includes('@') ? emailKey(text) : text);
  if (keyword === '') return null;
  const phone = phoneValue(text) || keyword;
  const keys = (name: string) => `SELECT k.user_id AS id, k.created_at AS created FROM directory_search_keys k
    WHERE k.directory_id = :directory AND k.value >= :${name} AND k.value < :${name}End`;
  return {
    from: `(${keys('keyword')} UNION ${keys('phone')} UNION
      SELECT x.id, x.created_at FROM directory_users x WHERE x.id = :keyword AND x.directory_id = :directory) AS found
      ${orderedJoin} directory_users u ON u.id = found.id`,
    created: 'found.created',
    id: 'found.id',
    values: { keyword, keywordEnd: endOfPrefix(keyword), phone, phoneEnd: endOfPrefix(phone) },
  };
}

const accessConditions: Record<AccessState, string> = {
  ACTIVE: 'u.paid_access_until > :now',
  EXPIRED: 'u.paid_access_until <= :now',
  NONE: 'u.paid_access_until IS NULL',
};

function conditionsOf({ email, blocked, access }: WhichMembers): string {
  return [
    'u.directory_id = :directory',
    ...(email == null ? [] : ['u.email_key = :email']),
    ...(blocked == null ? [] : [`u.blocked_at IS ${blocked ? 'NOT NULL' : 'NULL'}`]),
    ...(access ? [accessConditions[access]] : []),
  ].join(' AND ');
}

const filter = filterInput('DirectoryUserFilter', 'Filters members. All conditions must match.', 'all members', {
  email: z.string().max(254).nullish().meta({ description: 'Only the member with this email address, ignoring case.' }),
  blocked: flag('`true`: only blocked members. `false`: only members who are not blocked.'),
  keyword: z.string().max(255).nullish().meta({
    description:
      'Only members with a matching field, or the member with this id. A name, the email address or the phone number matches if it begins with this text, ignoring case. A name also matches if a word in it begins with this text.',
  }),
  access: z
    .enum(accessStates)
    .meta({
      id: 'PaidAccessState',
      description: "The state of a member's access to paid content.",
      values: {
        ACTIVE: 'The member can open paid content.',
        EXPIRED: 'The access has expired.',
        NONE: 'Access was never granted, or was revoked.',
      },
    })
    .nullish()
    .meta({ description: 'Only members whose access to paid content is in this state.' }),
});

export const directoryUsers = connection({
  name: 'directoryUsers',
  description: 'The members of a directory, newest first.',
  scope: 'READ',
  input: z.object({
    directory: directoryId,
    filter,
    page: pageNumber,
  }),
  type: DirectoryUserType,
  problems: ['DIRECTORY_NOT_FOUND'],
  run: async ({ input, viewer, database, page }) => {
    const offset = offsetOf(page, input.page);
    const directory = await requireRow(database, directoryRow, { accountId: viewer.account.id, id: input.directory });
    return pageOfMembers(database, directory, input.filter ?? {}, page, offset);
  },
  keysOf: (user) => [user.createdAt, user.id],
});
