import { expect, inject, test } from 'vitest';
import type { Database, Transaction } from '../../../src/kernel/database/database.ts';
import { countRows, requireRow } from '../../../src/kernel/database/rows.ts';
import { walletDevices, walletRegistrations } from '../../../src/wallets/device/device.ts';
import { registerDevice, removePasses, removePassesOf } from '../../../src/wallets/device/device-registration.ts';
import { type WalletPass, walletPasses } from '../../../src/wallets/pass/pass.ts';
import { useApp } from '../../support/app.ts';
import { makeCoupon } from '../../support/make.ts';
import { makeSavedPasses } from '../../support/make-wallets.ts';

const app = useApp();

// SQLite runs one transaction after another.
const testOnServer = test.skipIf(inject('engine') === 'sqlite');

async function makePass(): Promise<WalletPass> {
  const { owner } = await app.client();
  const { id: campaignId } = await makeCoupon(app.database, owner);
  await makeSavedPasses(app.database, owner, campaignId);
  return requireRow(app.database, walletPasses, { campaignId });
}

/** Returns the database, whose transactions call `before` before each change. */
function noticing(database: Database, before: () => void): Database {
  const noticed = (transaction: Transaction): Transaction => ({
    ...transaction,
    change: (...statement) => {
      before();
      return transaction.change(...statement);
    },
  });
  return { ...database, transaction: (work) => database.transaction((transaction) => work(noticed(transaction))) };
}

const left = async ({ id }: WalletPass, libraryId: string) => [
  await countRows(app.database, walletRegistrations, { passId: id }),
  await countRows(app.database, walletDevices, { libraryId }),
];

testOnServer(
  'a registration that ends during the removal of its pass goes with it, and so does its device',
  async () => {
    const pass = await makePass();
    const libraryId = `phone-${pass.id}`;
    const [registered, removing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const registration = app.database.transaction(async (transaction) => {
      await registerDevice(transaction, pass, { libraryId, pushToken: 'a1' });
      registered.resolve();
      await removing.promise;
    });
    await registered.promise;

    await removePassesOf(noticing(app.database, removing.resolve), pass.campaignId);

    await registration;
    expect(await left(pass, libraryId)).toEqual([0, 0]);
  },
);

test('registrations at the same time as the removal of their pass leave nothing', async () => {
  for (let count = 0; count < 5; count += 1) {
    const pass = await makePass();
    const libraries = Array.from({ length: 10 }, (_, index) => `phone-${index}-${pass.id}`);
    const register = (libraryId: string) =>
      app.database.transaction((transaction) => registerDevice(transaction, pass, { libraryId, pushToken: 'a1' }));
    const remove = () => app.database.transaction((transaction) => removePasses(transaction, [pass.id]));

    const outcomes = await Promise.allSettled([
      ...libraries.slice(0, 5).map(register),
      remove(),
      ...libraries.slice(5).map(register),
    ]);

    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(failures.every((code) => code === 'WALLET_PASS_NOT_FOUND')).toBe(true);
    for (const libraryId of libraries) expect(await left(pass, libraryId)).toEqual([0, 0]);
  }
});
