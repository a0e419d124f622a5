import { expect, inject, test } from 'vitest';
import type { Database } from '../../../src/kernel/database/database.ts';
import { countRows, requireRow } from '../../../src/kernel/database/rows.ts';
import { walletDevices } from '../../../src/wallets/device/device.ts';
import { walletNotifications } from '../../../src/wallets/notification/notification.ts';
import { startDevice } from '../../../src/wallets/notification/pass-notifications.ts';
import { walletPasses } from '../../../src/wallets/pass/pass.ts';
import { markCampaigns } from '../../../src/wallets/pass/wallet-campaign.ts';
import { useApp } from '../../support/app.ts';
import { makeCoupon } from '../../support/make.ts';
import { connectApple } from '../../support/make-passes.ts';
import { makeSavedPasses } from '../../support/make-wallets.ts';

const app = useApp();

// SQLite runs one transaction after another.
const testOnServer = test.skipIf(inject('engine') === 'sqlite');

/** Returns the database, which calls `before` before it commits its first transaction. */
function delaying(database: Database, before: () => Promise<void>): Database {
  let isFirst = true;
  return {
    ...database,
    transaction: (work, options) =>
      database.transaction(async (transaction) => {
        const result = await work(transaction);
        if (isFirst) await before();
        isFirst = false;
        return result;
      }, options),
  };
}

testOnServer('a device hears of a change of the campaign that commits while the device registers', async () => {
  const { owner } = await app.client();
  const { id: laneId } = await connectApple(app.database, owner);
  const { id: campaignId, accountId } = await makeCoupon(app.database, owner);
  await makeSavedPasses(app.database, owner, campaignId);
  const pass = await requireRow(app.database, walletPasses, { campaignId });
  const device = { libraryId: `phone-${pass.id}`, pushToken: 'a1' };
  const change = () =>
    app.database.transaction((transaction) => markCampaigns(transaction, [{ campaignId, accountId }]));

  expect(await startDevice(delaying(app.database, change), pass, device)).toBe(true);

  const { number } = await requireRow(app.database, walletDevices, { libraryId: device.libraryId });
  expect(await countRows(app.database, walletNotifications, { laneId, device: number })).toBe(1);
});
