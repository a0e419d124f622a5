import { expect, test } from 'vitest';
import { requireRow } from '../../../src/kernel/database/rows.ts';
import { changedPasses } from '../../../src/wallets/device/changed-passes.ts';
import { walletDevices } from '../../../src/wallets/device/device.ts';
import { startPush } from '../../../src/wallets/notification/push-job.ts';
import { type Push, pushes } from '../../../src/wallets/push/push.ts';
import { countLearning } from '../../../src/wallets/push/push-fetches.ts';
import { useApp } from '../../support/app.ts';
import { makeCoupon } from '../../support/make.ts';
import { connectApple } from '../../support/make-passes.ts';
import { makeSavedPasses } from '../../support/make-wallets.ts';

/* Devices that are counted for push messages. That lists note them is tested in phones.servers.test.ts. */

const app = useApp();

/** Makes a coupon whose passes are on three devices. Returns their numbers, and a function that sends a push. */
async function couponOnDevices() {
  const { owner } = await app.client();
  await connectApple(app.database, owner);
  const { id: campaignId } = await makeCoupon(app.database, owner);
  const tokens = await makeSavedPasses(app.database, owner, campaignId, { amount: 3 });
  const devices = await Promise.all(tokens.map((pushToken) => requireRow(app.database, walletDevices, { pushToken })));
  const audience = { campaignId, accountId: owner.account.id, members: null };
  const send = () => app.database.transaction((transaction) => startPush(transaction, audience, 'Fresh rye'));
  return { devices, send };
}

function count(learning: { device: number; messages: number[] }[]): Promise<void> {
  return app.database.transaction((transaction) => countLearning(transaction, learning));
}

const fetchedOf = async ({ id }: Push) => (await requireRow(app.database, pushes, { id })).fetched;

test('devices that several processes note at once count once for each push', async () => {
  const { devices, send } = await couponOnDevices();
  const [first, second] = [await send(), await send()];
  const [one = 0, two = 0, three = 0] = devices.map(({ number }) => number);
  const [earlier = 0, later = 0] = [first.messageChange ?? 0, second.messageChange ?? 0];

  await Promise.all([
    count([
      { device: one, messages: [earlier] },
      { device: two, messages: [later] },
    ]),
    count([
      { device: one, messages: [earlier] },
      { device: two, messages: [later] },
    ]),
    count([{ device: three, messages: [later, earlier] }]),
  ]);
  await count([{ device: one, messages: [earlier, later] }]);

  expect([await fetchedOf(first), await fetchedOf(second)]).toEqual([2, 3]);
});

test('a list names the messages for which its device is not counted', async () => {
  const { devices, send } = await couponOnDevices();
  const [device] = devices;
  const learned = async () => (await changedPasses(app.database, { ...asked, tag: null })).learning.messages;
  const asked = { passType: device?.passType ?? '', libraryId: device?.libraryId ?? '' };
  expect(await learned()).toEqual([]);
  const { messageChange } = await send();

  expect(await learned()).toEqual([messageChange]);
  await count([{ device: device?.number ?? 0, messages: [messageChange ?? 0] }]);
  expect(await learned()).toEqual([]);
});

test('a device that is gone is not counted', async () => {
  const { send } = await couponOnDevices();
  const push = await send();

  await count([{ device: -1, messages: [push.messageChange ?? 0] }]);

  expect(await fetchedOf(push)).toBe(0);
});
