import type { EntitySchema, EntitySchemaColumnOptions } from 'typeorm';
import { expect } from 'vitest';
import { loggedRequests } from '../../../src/accounts/requests/logged-request.ts';
import { chainNextBlock } from '../../../src/audit/audit-chain.ts';
import type { Database } from '../../../src/kernel/database/database.ts';
import { insertRows } from '../../../src/kernel/database/rows.ts';
import type { Value } from '../../../src/kernel/database/statement.ts';
import { now } from '../../../src/kernel/values/instant.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { ownerless, ownership } from '../../generated/stored.ts';
import { makeThings } from '../../generated/things.ts';
import type { App } from '../../support/app.ts';
import { secretsOfTests } from '../../support/audit.ts';
import type { Client } from '../../support/client.ts';
import { sequence } from '../../support/events.ts';

/** Tables whose rows belong to nobody: they name no account, or are gone within minutes or days by themselves. */
const ofNobody = new Set(ownerless.filter((name) => name !== 'Job'));

/** The tables that store something for accounts. */
export const ownedTables = model.entities.filter(({ options }) => !ofNobody.has(options.name));

/**
 * Gives an account rows in every table that stores something for accounts, also in those that will be added later. Texts
 * contain the marker.
 */
export async function makeWholeLife({ database, storeNoted }: App, client: Client, marker: string): Promise<void> {
  const { owner } = client;
  const { id: accountId } = owner.account;
  const made = await makeThings(database, owner);
  const logged = async () => {
    await storeNoted();
    return (await rowsOf(database, loggedRequests, accountId)).length;
  };
  const before = await logged();
  const headers = { 'Idempotency-Key': `first ${marker}` };
  const create = `mutation { createCoupon(input: { name: "${marker}" }) { id } }`;
  const { errors } = await client.graphql(create, {}, headers);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  // The service notes a request after its response: without the wait, perhaps after the account is removed.
  await expect.poll(logged).toBeGreaterThan(before);
  const [numbers] = await database.rows<Record<string, number>>(
    `SELECT (SELECT MAX(d.number) FROM webhook_deliveries d WHERE d.account_id = ?) AS deliveryNumber,
       (SELECT MAX(m.number) FROM loyalty_members m WHERE m.account_id = ?) AS member`,
    [accountId, accountId],
  );
  const known: Record<string, Value> = {
    ...numbers,
    ...{ cardId: made.loyaltyCard },
    ...{ accountId, couponId: made.coupon, campaignId: made.coupon, session: made.session },
    ...{ sequence: Number(made.sequence), directoryId: made.directory, userId: made.directoryUser },
    ...{ categoryId: made.category, eventId: made.event, endpointId: made.webhookEndpoint, messageId: made.message },
    ...{ integrationId: made.integration, laneId: made.integration, jobId: made.job, keyId: owner.keyId },
  };
  for (const schema of ownedTables) {
    if ((await rowsOf(database, schema, accountId)).length > 0) continue;
    const id = schema.options.name === 'WalletLane' ? made.integration : undefined;
    const row = madeRow(schema, { ...known, ...(id && { id }) }, marker);
    await database.transaction((transaction) => insertRows(transaction, schema, [row]));
  }
  await sequence(database, owner.account);
  await chainNextBlock(database, secretsOfTests);
}

type Row = Record<string, Value>;

/** Returns all rows of a table that belong to the account. */
export function rowsOf(database: Database, { options }: EntitySchema, accountId: string): Promise<Row[]> {
  const condition = ownership(options.name, Object.keys(options.columns));
  return database.rows<Row>(`SELECT t.* FROM ${options.tableName} t WHERE ${condition}`, [accountId]);
}

/** Returns a row with the known ids, and the marker in all other texts. */
function madeRow({ options }: EntitySchema, known: Row, marker: string): Row {
  const columns = Object.entries<EntitySchemaColumnOptions | undefined>(options.columns);
  return Object.fromEntries(
    columns.flatMap(([name, column]): [string, Value][] => {
      if (!column || column.generated) return [];
      if (known[name] !== undefined) return [[name, known[name]]];
      if (column.type === 'datetime') return [[name, now()]];
      return [[name, isText(column) ? marker.slice(0, Number(column.length ?? 100)) : 1]];
    }),
  );
}

function isText({ type }: EntitySchemaColumnOptions): boolean {
  return type === 'varchar' || type === 'longtext';
}
