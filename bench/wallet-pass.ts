import { createPrivateKey, hash, sign } from 'node:crypto';
import { blankCoupon, type Coupon } from '../src/coupons/coupon/coupon.ts';
import { detachedSigner } from '../src/kernel/security/cms-signature.ts';
import { blankCard } from '../src/loyalty/card/card.ts';
import { plainDesign } from '../src/wallets/design/shown-design.ts';
import type { PassHolder } from '../src/wallets/pass/pass-holder.ts';
import { passFile } from '../src/wallets/pass-file/pass-file.ts';
import { tableOf } from './table.ts';
import { passType, signing } from './wallet-data.ts';

const passes = 1500;
const at = '2026-11-22 12:00:00.000';

/** Measures the CPU time of one pass, compared with hashing and signing its bytes alone. */
export async function measurePasses(): Promise<string> {
  const results = [];
  for (const [title, holder] of Object.entries({ coupon, 'stamp card': card })) {
    const signer = {
      ...{ passType, team: 'TEAM123456' },
      sign: detachedSigner({ ...signing, intermediates: [signing.intermediate] }),
    };
    const make = () => passFile({ ...facts, holder } as never, { signer, publicUrl: 'https://example.com', at });
    const file = await make();
    const service = await cpuOf(make);
    const alone = await cpuOf(async () => signBytes(file));
    results.push({ title, bytes: file.length, service, alone });
  }
  return tableOf(results, {
    'a pass, rendered and signed': ({ title }) => title,
    'CPU ms': ({ service }) => service.toFixed(2),
    aim: () => '3.00',
    'hash and signature alone': ({ alone }) => alone.toFixed(2),
    bytes: ({ bytes }) => String(bytes),
  });
}

const key = createPrivateKey(signing.privateKey);

/** What takes most of the time, however a pass is made: hashes of its bytes and one signature. */
function signBytes(file: Buffer): Buffer {
  const digest = Buffer.from(hash('sha1', file));
  return Buffer.concat([file, sign('sha256', digest, key)]);
}

/** Returns the CPU time of a call in all threads, in milliseconds. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  for (let warm = 0; warm < 200; warm += 1) await work();
  const before = process.cpuUsage();
  for (let done = 0; done < passes; done += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / passes;
}

const account = { id: 'acc_0123456789abcdef', name: 'Bakery', parentId: null };
const facts = {
  pass: { id: 'pas_0123456789abcdef', token: 't'.repeat(32), changed: 0, made: 0, message: null, messageChange: null },
  campaign: null,
};
const offer: Coupon = { ...blankCoupon(account.id, 'Europe/Berlin'), name: 'Rye bread', title: 'A loaf for free' };
const none = { customValidationCode: null, claimedAt: null, validatedAt: null, voidedAt: null, lockedAt: null };
const session = { session: 's'.repeat(21), expiresAt: null, ...none };
const coupon = { account, coupon: offer, session, design: plainDesign } as never;
const user = { id: 'usr_0', firstName: 'Ada', lastName: null, stamps: 3, points: 0, voidedAt: null, rewards: [] };
const stampCard = {
  ...blankCard({ id: account.id, domain: null }, 'STAMP', 'WALLET'),
  name: 'Bread',
  stampsRequired: 10,
};
const card = { account, card: stampCard, user, design: plainDesign } as never as PassHolder;
