import { expect, test } from 'vitest';
import type { Database } from '../../../src/kernel/database/database.ts';
import { findRows, insertRows, requireRow } from '../../../src/kernel/database/rows.ts';
import { now } from '../../../src/kernel/values/instant.ts';
import { randomCode } from '../../../src/kernel/values/random-ids.ts';
import { newId } from '../../../src/vocabulary/ids.ts';
import { removePasses } from '../../../src/wallets/device/device-registration.ts';
import { passRow, type WalletPass, walletPasses } from '../../../src/wallets/pass/pass.ts';
import { countPeople, noteRemoved, noteSaved } from '../../../src/wallets/pass/pass-counts.ts';
import { useApp } from '../../support/app.ts';
import { makeCoupon } from '../../support/make.ts';

const app = useApp();
const [apple, google, former] = ['pass.example.bakery', '3388000000012345678', 'pass.example.former'] as const;

/** Makes passes that nobody has saved: for each person one of each issuer. */
async function makePasses(people: number, issuers: readonly string[] = [apple, google]): Promise<WalletPass[]> {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const sessions = Array.from({ length: people }, () => randomCode(21));
  const passes = sessions.flatMap((session) =>
    issuers.map(
      (issuer): WalletPass => ({
        ...{ id: newId('walletPass'), accountId: coupon.accountId, campaignId: coupon.id, session, issuer },
        ...{ member: null, userId: null, platform: issuer === google ? 'GOOGLE' : 'APPLE', token: randomCode(32) },
        ...{ changed: 0, made: 0, createdAt: now(), savedAt: null, removedAt: null, reportedAt: null },
        ...{ message: null, messageChange: null, eventsUntil: null },
      }),
    ),
  );
  await app.database.transaction((transaction) => insertRows(transaction, walletPasses, passes));
  return passes;
}

const save = (pass: WalletPass | undefined) => note(app.database, pass, noteSaved);
const remove = (pass: WalletPass | undefined) => note(app.database, pass, noteRemoved);

function note(database: Database, pass: WalletPass | undefined, change: typeof noteSaved): Promise<void> {
  return database.transaction(async (transaction) =>
    change(transaction, await requireRow(transaction, passRow, { id: pass?.id ?? '' }, 'exclusive')),
  );
}

/** Returns the people who have Apple's pass, Google's, or one of the two. */
async function counts([pass]: readonly WalletPass[]): Promise<number[]> {
  const of = (...issuers: [string] | [string, string]) => countPeople(app.database, pass?.campaignId ?? '', issuers);
  return [await of(apple), await of(google), await of(apple, google)];
}

test('a person with passes of two wallets counts once', async () => {
  const passes = await makePasses(3);
  const [anApple, aGoogle, another] = passes;
  expect(await counts(passes)).toEqual([0, 0, 0]);

  await save(anApple);
  expect(await counts(passes)).toEqual([1, 0, 1]);
  await save(aGoogle);
  expect(await counts(passes)).toEqual([1, 1, 1]);
  await save(another);
  expect(await counts(passes)).toEqual([2, 1, 2]);
  await remove(anApple);
  expect(await counts(passes)).toEqual([1, 1, 2]);
  await remove(aGoogle);
  expect(await counts(passes)).toEqual([1, 0, 1]);
});

test('a pass that is saved or removed twice counts once', async () => {
  const passes = await makePasses(1);
  await Promise.all([save(passes[0]), save(passes[0]), save(passes[0])]);
  expect(await counts(passes)).toEqual([1, 0, 1]);

  await Promise.all([remove(passes[0]), remove(passes[0])]);
  expect(await counts(passes)).toEqual([0, 0, 0]);
});

test('a pass of a former pass type counts for that type only', async () => {
  const passes = await makePasses(1, [apple, google, former]);
  for (const pass of passes) await save(pass);

  expect(await counts(passes)).toEqual([1, 1, 1]);
  expect(await countPeople(app.database, passes[0]?.campaignId ?? '', [apple, former])).toBe(1);
});

test('removed passes count no more, whichever of a person go together', async () => {
  const passes = await makePasses(4);
  for (const pass of passes) await save(pass);
  const [first, second, third] = passes.map(({ id }) => id);

  await app.database.transaction((transaction) => removePasses(transaction, [first, second, third] as string[]));

  expect(await counts(passes)).toEqual([2, 3, 3]);
});

test('simultaneous saves and removals of both wallets of many people are counted exactly', async () => {
  const passes = await makePasses(15);
  const changes = passes.flatMap((pass, index) => [
    () => save(pass),
    ...(index % 3 === 0 ? [() => remove(pass)] : []),
    ...(index % 5 === 0 ? [() => save(pass)] : []),
  ]);

  await Promise.all(changes.map((change) => change()));

  const left = await findRows(app.database, walletPasses, { campaignId: passes[0]?.campaignId ?? '' });
  const having = (...issuers: string[]) =>
    new Set(
      left
        .filter(({ savedAt, removedAt, issuer }) => savedAt && !removedAt && issuers.includes(issuer))
        .map(({ session }) => session),
    ).size;
  expect(await counts(passes)).toEqual([having(apple), having(google), having(apple, google)]);
});
