import { columnsOf, selectList, snakeCase } from '../../kernel/database/columns.ts';
import { deleteRows } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { foundAmong, personalNoun, rowsAtOnce } from '../../personal-data/personal-noun.ts';
import { mentions, spellingsOf } from '../../personal-data/sought-person.ts';
import { fieldNames } from '../../vocabulary/fields.ts';
import { removeKeys } from '../index/session-search-key.ts';
import { customerFields, utmFields } from './session.fields.ts';
import { couponSessions } from './session.ts';
import { sessionIdentities } from './session-identity.ts';

/**
 * The columns that an erasure clears. Codes, times, states and amounts stay, because they are facts of the campaign.
 */
const personalColumns = [
  ...fieldNames(customerFields),
  ...fieldNames(utmFields),
  ...(['customId', 'emailKey', 'phoneKey'] as const),
] as const;

const { transitionId, ...columns } = columnsOf(couponSessions, 's');

interface PersonalSession extends Record<(typeof personalColumns)[number], string | null> {
  sequence: number;
  session: string;
  accountId: string;
  customValidationCode: string | null;
  holdKey: string | null;
}

export const personalSessions = personalNoun<PersonalSession>({
  name: 'couponSessions',
  next: async (connection, person, after) => {
    const found = await connection.rows<PersonalSession>(
      `SELECT ${selectList(columns)} FROM session_search_keys k JOIN coupon_sessions s ON s.sequence = k.sequence
         WHERE k.account_id = :accountId AND k.field = :field AND k.value IN (:values) AND k.sequence > :after
         ORDER BY k.sequence LIMIT ${rowsAtOnce}`,
      {
        accountId: person.accountId,
        field: person.email ? 'email' : 'phone',
        values: spellingsOf(person),
        after: Number(after ?? 0),
      },
    );
    return foundAmong(found, ({ sequence }) => sequence, found);
  },
  tokensOf: (sessions) =>
    sessions.flatMap(({ session }) => [
      { kind: 'ID', value: session },
      { kind: 'SESSION', value: session },
    ]),
  exported: (sessions) => sessions.map(({ accountId, emailKey, phoneKey, holdKey, ...session }) => session),
  erase: async (transaction, person, sessions) => {
    const sequences = sessions.map(({ sequence }) => sequence);
    await removeKeys(transaction, sessions);
    await deleteRows(transaction, sessionIdentities, { sequence: sequences });
    // The answers could be guessed from their hash, so remove it.
    await transaction.change(`UPDATE landing_submissions SET sent = '' WHERE sequence IN (:sequences)`, { sequences });
    await transaction.change(
      `UPDATE coupon_sessions SET ${personalColumns.map((name) => `${snakeCase(name)} = NULL`).join(', ')},
           updated_at = :now WHERE sequence IN (:sequences)`,
      { sequences, now: now() },
    );
    // Callers choose these values, and most of them identify no person.
    for (const name of ['customValidationCode', 'holdKey'] as const) {
      const naming = sessions
        .filter((session) => mentions(person, session[name]) || namesOwner(session, session[name]))
        .map(({ sequence }) => sequence);
      if (naming.length > 0)
        await transaction.change(`UPDATE coupon_sessions SET ${snakeCase(name)} = NULL WHERE sequence IN (:naming)`, {
          naming,
        });
    }
  },
});

/** Whether the value contains an address or a custom id of the person. */
function namesOwner({ email, phone, customId }: PersonalSession, value: string | null): boolean {
  const parts = [email?.toLowerCase(), phone?.replace(/\D/g, ''), customId?.toLowerCase()];
  return value !== null && parts.some((part) => part && value.toLowerCase().includes(part));
}
