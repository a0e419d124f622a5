import { EntitySchema } from 'typeorm';
import { instant, reference, text, textOrNull } from '../../kernel/database/columns.ts';
import type { Instant } from '../../kernel/values/instant.ts';

/** A shop or branch of the account where users collect stamps and points. */
export class Merchant {
  id!: string;
  accountId!: string;
  name!: string;
  address!: string | null;
  zip!: string | null;
  city!: string | null;
  createdAt!: Instant;
}

export const merchants = new EntitySchema<Merchant>({
  name: 'Merchant',
  tableName: 'merchants',
  target: Merchant,
  columns: {
    id: { ...text(16), primary: true },
    accountId: text(20),
    name: text(100),
    address: textOrNull(255),
    zip: textOrNull(20),
    city: textOrNull(100),
    createdAt: instant,
  },
  indices: [{ name: 'merchants_account', columns: ['accountId', 'createdAt'] }],
  foreignKeys: [reference('merchants_account_fk', 'accountId', 'accounts')],
});
