import type { Coupon } from '../../src/coupons/coupon/coupon.ts';
import { addPlacement, type NewPlacement, type PlacedCampaign } from '../../src/directories/campaign/placement.ts';
import { addCategory, type Category } from '../../src/directories/category/category.ts';
import { blankDirectory, type Directory, directories } from '../../src/directories/directory/directory.ts';
import { replaceMemberKeys } from '../../src/directories/user/member-key.ts';
import { addUser, type DirectoryUser, directoryUsers, type NewUser } from '../../src/directories/user/user.ts';
import { applyChanges } from '../../src/kernel/database/columns.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { insertRow, updateRows } from '../../src/kernel/database/rows.ts';
import { hashPassword } from '../../src/kernel/threads/passwords.ts';
import { type Instant, now } from '../../src/kernel/values/instant.ts';
import type { Owner } from './client.ts';
import { makeCoupon } from './make.ts';

export async function makeDirectory(
  database: Database,
  { account }: Pick<Owner, 'account'>,
  changes: Partial<Directory> = {},
): Promise<Directory> {
  const directory = blankDirectory(account.id, account.timezone);
  applyChanges(directories, directory, { name: 'Old Town', ...changes });
  await database.transaction((transaction) => insertRow(transaction, directories, directory));
  return directory;
}

export function makeCategory(database: Database, directory: Directory, name = 'Food'): Promise<Category> {
  return database.transaction((transaction) => addCategory(transaction, directory, name));
}

/** Adds a coupon to a directory; default a new coupon. */
export async function makePlacement(
  database: Database,
  owner: Owner,
  directory: Directory,
  { coupon, ...given }: Partial<NewPlacement> & { coupon?: Coupon } = {},
): Promise<PlacedCampaign> {
  const { id: campaign } = coupon ?? (await makeCoupon(database, owner));
  return database.transaction((transaction) =>
    addPlacement(transaction, directory, { campaign, paid: false, ...given }),
  );
}

/** The default password of users. Hashing is slow, so this password is hashed only once. */
export const usualPassword = 'usual password';
const usualHash = hashPassword(usualPassword);
let count = 0;

interface UserInput {
  directory?: Directory;
  password?: string;
  blocked?: boolean;
  blockReason?: string;
  paidAccessUntil?: Instant;
  createdAt?: Instant;
}

/** Makes a user of the directory; default a new directory. */
export async function makeDirectoryUser(
  database: Database,
  owner: Owner,
  {
    directory,
    password,
    blocked,
    blockReason,
    paidAccessUntil,
    createdAt,
    ...given
  }: Partial<NewUser> & UserInput = {},
): Promise<DirectoryUser> {
  const home = directory ?? (await makeDirectory(database, owner));
  const hash = password ? await hashPassword(password) : await usualHash;
  count += 1;
  const facts = {
    ...(blocked && { blockedAt: now(), blockReason: blockReason ?? null }),
    ...(paidAccessUntil && { paidAccessUntil }),
    ...(createdAt && { createdAt }),
  };
  return database.transaction(async (transaction) => {
    const user = await addUser(transaction, home, hash, { email: `member${count}@example.com`, ...given }, owner.keyId);
    if (Object.keys(facts).length > 0) await updateRows(transaction, directoryUsers, { id: user.id }, facts);
    Object.assign(user, facts);
    if (createdAt) await replaceMemberKeys(transaction, [user]);
    return user;
  });
}
