import { beforeEach, expect, test } from 'vitest';
import { type Coupon, coupons } from '../../../src/coupons/coupon/coupon.ts';
import { countRows, updateRows } from '../../../src/kernel/database/rows.ts';
import type { Integration } from '../../../src/messaging/integration/integration.ts';
import { googleClasses, removeGoogleClasses, storeClass } from '../../../src/wallets/google-pass/google-class.ts';
import type { WalletPass } from '../../../src/wallets/pass/pass.ts';
import { findPassSubject, issuePass, type PassSubject } from '../../../src/wallets/pass/pass-subject.ts';
import { useApp } from '../../support/app.ts';
import { makeCoupon, makeIntegration, makeSession } from '../../support/make.ts';

const app = useApp();
const issuerId = '3388000000012345678';
let integration: Integration;
let coupon: Coupon;
let pass: WalletPass;
/** The titles that Google received. */
let titles: string[];

beforeEach(async () => {
  const { owner } = await app.client();
  integration = await makeIntegration(app.database, owner, { channel: 'GOOGLE_WALLET' });
  coupon = await makeCoupon(app.database, owner, { title: 'Rye' });
  const session = await makeSession(app.database, owner, { coupon });
  pass = await issuePass(app.database, { coupon, session }, { platform: 'GOOGLE', issuer: issuerId });
  titles = [];
});

/** Stores the class. `meanwhile` runs before Google receives the first content. */
async function store(meanwhile: () => Promise<unknown> = async () => {}) {
  const put = async (_: string, { title = '' }: { id: string; title?: string }) => {
    if (titles.length === 0) await meanwhile();
    titles.push(title);
    return { outcome: 'DONE' as const };
  };
  const subject = (await findPassSubject(app.database, pass)) as PassSubject;
  return storeClass(app.database, { integration, issuerId, wallet: { put } }, { pass, subject, publicUrl: app.url });
}

function changeCoupon(changes: Partial<Coupon>) {
  return app.database.transaction((transaction) => updateRows(transaction, coupons, { id: coupon.id }, changes));
}

test('a class is stored once', async () => {
  expect([await store(), await store()]).toEqual([{ outcome: 'DONE' }, { outcome: 'DONE' }]);
  expect(titles).toEqual(['Rye']);
});

test('a class that changes while it is stored is stored again, because the older content may arrive last', async () => {
  await store(() => changeCoupon({ title: 'Spelt' }));
  await store();

  expect(titles).toEqual(['Rye', 'Spelt']);
});

test('what is known of the class of a removed coupon is removed', async () => {
  await store();
  const known = () => countRows(app.database, googleClasses, { campaignId: coupon.id });
  expect(await known()).toBe(1);

  while (!(await removeGoogleClasses(app.database, coupon.id)));

  expect(await known()).toBe(0);
});
