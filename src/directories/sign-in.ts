import { EntitySchema } from 'typeorm';
import { type Instant, instant, reference, text } from '../database/columns.ts';

/** A browser in which a member is signed in. It has the token; only its hash is stored. */
class DirectorySignIn {
  tokenHash!: string;
  accountId!: string;
  userId!: string;
  createdAt!: Instant;
  expiresAt!: Instant;
}

export const directorySignIns = new EntitySchema<DirectorySignIn>({
  name: 'DirectorySignIn',
  tableName: 'directory_sign_ins',
  target: DirectorySignIn,
  columns: {
    tokenHash: { ...text(64), primary: true },
    accountId: text(20),
    userId: text(20),
    createdAt: instant,
    expiresAt: instant,
  },
  indices: [{ name: 'directory_sign_ins_user', columns: ['userId'] }],
  foreignKeys: [reference('directory_sign_ins_user_fk', 'userId', 'directory_users', 'CASCADE')],
});
