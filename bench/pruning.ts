import { openDatabase } from '../src/kernel/database/engines/database-url.ts';
import { daysAgo } from '../src/kernel/values/instant.ts';
import { model } from '../src/main/registries/tables.ts';
import { pruneDeliveries } from '../src/webhooks/delivery/delivery-retention.ts';
import { fill } from './data.ts';
import type { BenchServer } from './database.ts';
import { tableOf } from './table.ts';

const rowsAtOnce = 1000;
const keptDays = 30;
const response = 'x'.repeat(200);

/** Removes expired deliveries of webhooks, each with its attempt, as a worker does. */
export async function measurePruning(databases: BenchServer, deliveries: number): Promise<string> {
  const url = await databases.create();
  const { accountId } = await fill(url, 1000);
  const database = await openDatabase(url, model);
  const expired = daysAgo(keptDays + 1);
  try {
    for (let first = 1; first <= deliveries; first += rowsAtOnce) {
      const numbers = Array.from({ length: rowsAtOnce }, (_, index) => first + index);
      const values = numbers.map(
        (n) =>
          `(${n}, 'dlv_${String(n).padStart(16, '0')}', '${accountId}', 'end_${n % 100}', 'evt_${n}', ${n}, 'DELIVERED',
            '${expired}', NULL, '${expired}', 1, 0)`,
      );
      const attempts = numbers.map((n) => `(${n}, 1, '${expired}', 20, 200, '${response}')`);
      await database.background.transaction(async ({ change }) => {
        await change(
          `INSERT INTO webhook_deliveries (number, id, account_id, endpoint_id, event_id, position, status, created_at, due_at,
             finished_at, claims, failures) VALUES ${values}`,
        );
        await change(
          `INSERT INTO webhook_attempts (delivery_number, number, at, milliseconds, status, response) VALUES ${attempts}`,
        );
      });
    }
    const began = performance.now();
    let removed = 0;
    for (let some = 1; some > 0; removed += some)
      some = await pruneDeliveries(database.background, { delivered: keptDays, others: keptDays });
    const seconds = (performance.now() - began) / 1000;
    return tableOf([{ removed, seconds }], {
      removal: () => 'expired deliveries, each with its attempt',
      rows: ({ removed }) => removed.toFixed(0),
      seconds: ({ seconds }) => seconds.toFixed(2),
      'rows/s': ({ removed, seconds }) => (removed / seconds).toFixed(0),
    });
  } finally {
    await database.close();
  }
}
