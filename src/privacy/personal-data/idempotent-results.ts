import {
  type CallName,
  type Packing,
  plainPacking,
  removeCall,
  replaceResult,
  secretPacking,
} from '../../api/idempotency.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { processRuntime } from '../../kernel/security/runtime.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { foundAmong, personalNoun } from '../../personal-data/personal-noun.ts';
import { mentions, type SoughtPerson } from '../../personal-data/sought-person.ts';
import { eraseWithin } from './erased-value.ts';

interface StoredCall extends CallName {
  result: string;
  createdAt: Instant;
}

interface NamingCall extends StoredCall {
  /** The packed result without personal data. Null if the idempotency key itself identifies the person. */
  replacement: string | null;
}

const callsAtOnce = 20;
const charactersAtOnce = 500_000;

/**
 * The results of calls. An erasure keeps them without personal data: otherwise, a repeated call would add stamps again.
 */
export const personalResults = personalNoun<NamingCall>({
  name: 'idempotentCalls',
  next: async (connection, person, after) => {
    const [keyId = '', operation = '', idempotencyKey = ''] = after ? (JSON.parse(after) as string[]) : [];
    const next = await connection.rows<StoredCall>(
      `SELECT i.account_id AS accountId, i.key_id AS keyId, i.operation AS operation,
           i.idempotency_key AS idempotencyKey, i.result AS result, i.created_at AS createdAt
         FROM idempotent_calls i WHERE i.account_id = :accountId AND (i.key_id > :keyId
           OR (i.key_id = :keyId AND (i.operation > :operation
             OR (i.operation = :operation AND i.idempotency_key > :idempotencyKey))))
         ORDER BY i.key_id, i.operation, i.idempotency_key LIMIT ${callsAtOnce}`,
      { accountId: person.accountId, keyId, operation, idempotencyKey },
    );
    const examined = firstWithin(next);
    const found: NamingCall[] = [];
    for (const call of examined) {
      const naming = await namingCall(connection, person, call);
      if (naming) found.push(naming);
    }
    return foundAmong(
      examined,
      (call) => JSON.stringify([call.keyId, call.operation, call.idempotencyKey]),
      found,
      examined.length < next.length ? examined.length : callsAtOnce,
    );
  },
  // Export nothing of the results: they are copies of exported data, and some contain secrets.
  exported: (calls) => calls.map(({ operation, createdAt }) => ({ operation, createdAt })),
  erase: async (transaction, _person, calls) => {
    for (const { replacement, ...call } of calls)
      await (replacement === null ? removeCall(transaction, call) : replaceResult(transaction, call, replacement));
  },
});

/** Returns the first calls, up to a size. While the transaction unpacks results, others wait. */
function firstWithin(calls: readonly StoredCall[]): readonly StoredCall[] {
  let characters = 0;
  const end = calls.findIndex(({ result }) => {
    characters += result.length;
    return characters > charactersAtOnce;
  });
  return end === -1 ? calls : calls.slice(0, Math.max(1, end));
}

async function namingCall(connection: Connection, person: SoughtPerson, call: StoredCall): Promise<NamingCall | null> {
  if (mentions(person, call.idempotencyKey)) return { ...call, replacement: null };
  const packing = packingOf(call.result);
  // The result is wrapped in a list, because it may be a text.
  const held = [await packing.unpack(call.result)];
  return (await eraseWithin(connection, person, held)) ? { ...call, replacement: await packing.pack(held[0]) } : null;
}

/** Encrypted texts contain dots, and base64 does not. */
function packingOf(result: string): Packing {
  return result.includes('.') ? secretPacking(processRuntime().secrets) : plainPacking;
}
