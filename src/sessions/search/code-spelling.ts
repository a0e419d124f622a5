import type { Connection } from '../../kernel/database/database.ts';
import { endOfPrefix } from '../../kernel/values/prefix.ts';

/** The number of letters that one statement tries in both cases. Five letters have 32 spellings. */
const lettersAtOnce = 5;

const maxSpellings = 16;

const sources = {
  validationCode: ({ dialect }: Connection) => ({
    from: `coupon_sessions s ${dialect.useIndex('coupon_sessions_code')} WHERE s.account_id = ?`,
    column: 's.custom_validation_code',
  }),
  customId: () => ({
    from: `session_search_keys k WHERE k.account_id = ? AND k.field = 'customId'`,
    column: 'k.value',
  }),
};

/**
 * Returns the stored spellings of the beginning of a code. The index compares bytes, so each statement tries the
 * spellings of a few more letters.
 */
export async function spellingsOf(
  connection: Connection,
  accountId: string,
  beginning: string,
  source: keyof typeof sources = 'validationCode',
): Promise<string[]> {
  let known = [''];
  for (const [characters] of beginning.matchAll(part)) {
    const spellings = known.flatMap((start) => casesOf(characters).map((end) => start + end));
    known = (await existing(connection, accountId, spellings, source)).slice(0, maxSpellings);
    if (known.length === 0) return [];
  }
  return known;
}

/** Matches a few letters, the text before them and, at the end, the rest of the text. */
const part = new RegExp(`(?:[^a-z]*[a-z]){1,${lettersAtOnce}}(?:[^a-z]*$)?|^[^a-z]+$`, 'gi');

function casesOf(text: string): string[] {
  return [...text].reduce<string[]>(
    (texts, character) => {
      const cases = /[a-z]/i.test(character) ? [character.toUpperCase(), character.toLowerCase()] : [character];
      return texts.flatMap((start) => cases.map((each) => start + each));
    },
    [''],
  );
}

async function existing(
  connection: Connection,
  accountId: string,
  spellings: readonly string[],
  source: keyof typeof sources,
): Promise<string[]> {
  const { from, column } = sources[source](connection);
  const columns = spellings.map(
    (_, number) => `(SELECT 1 FROM ${from} AND ${column} >= ? AND ${column} < ? LIMIT 1) AS found${number}`,
  );
  const [row] = await connection.rows<Record<string, number | null>>(
    `SELECT ${columns.join(', ')}`,
    spellings.flatMap((spelling) => [accountId, spelling, endOfPrefix(spelling)]),
  );
  return spellings.filter((_, number) => row?.[`found${number}`] != null);
}
