import { EntitySchema } from 'typeorm';
import { type Instant, instant, reference, text } from '../database/columns.ts';

/** The session of a coupon that a member got by opening it in the directory. */
class DirectoryOpening {
  userId!: string;
  campaignId!: string;
  accountId!: string;
  session!: string;
  createdAt!: Instant;
}

export const directoryOpenings = new EntitySchema<DirectoryOpening>({
  name: 'DirectoryOpening',
  tableName: 'directory_openings',
  target: DirectoryOpening,
  columns: {
    userId: { ...text(20), primary: true },
    campaignId: { ...text(16), primary: true },
    accountId: text(20),
    session: text(21),
    createdAt: instant,
  },
  foreignKeys: [reference('directory_openings_user_fk', 'userId', 'directory_users', 'CASCADE')],
});
