import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Receipts } from './platform.ts';

/** Takes in what platforms tell later about messages, and what recipients answer. */
export function createReceipts(database: Database, log: Logger): Receipts {
  return {
    received: async () => undefined,
    replied: async () => undefined,
  };
}
