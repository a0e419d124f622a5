import { type Scope, scopes } from '../../api/scope.ts';
import type { Viewer } from '../../api/viewer.ts';
import { column, reference, type Stored, table } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { countRows, findRows, insertRow, lockRow, requireRow, rowOf, updateRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { Problem } from '../../kernel/problem.ts';
import { hashSecret } from '../../kernel/security/secrets.ts';
import { type Instant, realNow } from '../../kernel/values/instant.ts';
import { randomCode } from '../../kernel/values/random-ids.ts';
import { idPattern, newId } from '../../vocabulary/ids.ts';
import { accountRow } from '../account/account.ts';

/** An API key. Only a hash of its secret is stored. */
export type ApiKey = Stored<typeof apiKeys>;

export const apiKeys = table({
  name: 'ApiKey',
  tableName: 'api_keys',
  columns: {
    id: column.key(column.text(20)),
    accountId: column.text(20),
    name: column.text(100),
    secretHash: column.text(64),
    /** The scopes, separated by commas: `READ,REDEEM`. */
    scopeList: column.text(60),
    /** The key or person that created this key. Null if the operator created it. */
    madeBy: column.textOrNull(20),
    createdAt: column.instant,
    expiresAt: column.instantOrNull,
    lastUsedAt: column.instantOrNull,
    revokedAt: column.instantOrNull,
  },
  indices: [
    { name: 'api_keys_account', columns: ['accountId'] },
    { name: 'api_keys_created', columns: ['accountId', 'createdAt'] },
  ],
  foreignKeys: [reference('api_keys_account_fk', 'accountId', 'accounts')],
});

/** The maximum number of keys of an account. Each can hold subscriptions. */
const maxKeys = 100;

export const apiKeyRow = rowOf(apiKeys, { missing: 'API_KEY_NOT_FOUND' });

export interface NewApiKey {
  accountId: string;
  name: string;
  scopes: readonly Scope[];
  madeBy?: string;
  expiresAt?: Instant | null | undefined;
  /** Passed only with `secret`, for the bootstrap key and the demo key. Default: random. */
  id?: string;
  secret?: string;
}

/**
 * Checks the limit. Throws `TOO_MANY_API_KEYS`. Also locks the account, so that no other call creates a key meanwhile.
 */
export async function requireRoomForKey(transaction: Transaction, accountId: string): Promise<void> {
  await lockRow(transaction, accountRow, { id: accountId });
  const count = await countRows(transaction, apiKeys, { accountId, revokedAt: null });
  if (count >= maxKeys) throw new Problem('TOO_MANY_API_KEYS');
}

export async function issueApiKey(
  transaction: Transaction,
  input: NewApiKey,
): Promise<{ secret: string; key: ApiKey }> {
  const secret = input.secret ?? (await newSecret(transaction, input.accountId));
  const key: ApiKey = {
    id: input.id ?? newId('apiKey'),
    accountId: input.accountId,
    name: input.name,
    secretHash: hashSecret(secret),
    scopeList: scopes.filter((scope) => input.scopes.includes(scope)).join(','),
    madeBy: input.madeBy ?? null,
    createdAt: realNow(),
    expiresAt: input.expiresAt ?? null,
    lastUsedAt: null,
    revokedAt: null,
  };
  await insertRow(transaction, apiKeys, key);
  return { secret, key };
}

/** The prefix by which people and scanners recognize secrets of test accounts. */
const testPrefix = 'test_';

async function newSecret(transaction: Transaction, accountId: string): Promise<string> {
  const { testOf } = await requireRow(transaction, accountRow, { id: accountId });
  return (testOf === null ? '' : testPrefix) + randomCode(40);
}

/** Revokes a key, in any account if none is given. Revoking it again changes nothing. */
export async function revokeKey(transaction: Transaction, which: { id: string; accountId?: string }): Promise<ApiKey> {
  const key = await requireRow(transaction, apiKeyRow, which);
  if (key.revokedAt) return key;
  const revokedAt = realNow();
  await updateRows(transaction, apiKeys, { id: key.id }, { revokedAt });
  return Object.assign(key, { revokedAt });
}

export const removeApiKeys = removeRows('api_keys', 'account_id', 500);

export interface KnownKey {
  id: string;
  accountId: string;
  /** Null if no secret was ever issued. */
  secretHash: string | null;
  isRevoked: boolean;
  expiresAt: Instant | null;
  viewer: Omit<Viewer, 'account'>;
}

export interface KeySource {
  /** The form of the ids of this kind. The forms of two kinds never overlap. */
  form: RegExp;
  actsForSubaccounts: boolean;
  read: (connection: Connection, ids: readonly string[]) => Promise<KnownKey[]>;
  noteUse: (transaction: Transaction, id: string) => Promise<void>;
}

export const apiKeySource: KeySource = {
  form: idPattern('apiKey'),
  actsForSubaccounts: true,
  read: async (database, ids) => {
    const found = await findRows(database, apiKeys, { id: [...ids] });
    return found.map(({ id, accountId, name, secretHash, scopeList, revokedAt, expiresAt }) => ({
      ...{ id, accountId, secretHash, isRevoked: revokedAt !== null, expiresAt },
      viewer: { keyId: id, keyName: name, scopes: scopeList.split(',') as Scope[] },
    }));
  },
  noteUse: async (transaction, id) => void (await updateRows(transaction, apiKeys, { id }, { lastUsedAt: realNow() })),
};
