import { accounts } from '../../accounts/account/account.ts';
import { absent } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { findRows, insertRow, insertRows, requireRow, updateRows } from '../../kernel/database/rows.ts';
import { reserveWithin } from '../../kernel/database/sequence.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import { blankCard, type LoyaltyCard, loyaltyCards } from '../../loyalty/card/card.ts';
import { type LedgerEntry, ledgerEntries } from '../../loyalty/ledger/ledger.ts';
import { insertPersons, type Person } from '../../loyalty/person/person.ts';
import { earnedRewards } from '../../loyalty/reward/earned-reward.ts';
import { loyaltyRewards } from '../../loyalty/reward/reward.ts';
import { type LoyaltyMember, loyaltyMembers } from '../../loyalty/user/loyalty-member.ts';
import { insertSearchKeys } from '../../loyalty/user/user-search-key.ts';
import { countsOfEntry } from '../../statistics/counting/event-counting.ts';
import { quarterOf, Tally } from '../../statistics/tally/tally.ts';
import { newId } from '../../vocabulary/ids.ts';
import {
  type AccountMove,
  idOf,
  note,
  pagePath,
  pagesOf,
  partsOf,
  type Step,
  type Storing,
  textsIn,
} from './account-move.ts';
import { idOfNew, idsFor, keepIds, knownIds, ourId } from './external-keys.ts';
import { cardsAnswer, olderCardsAnswer, type SourceCard, type SourceUser, usersAnswer } from './source-shapes.ts';

const root = '/v4/loyalty/loyalty-cards';

export async function moveCards(move: AccountMove): Promise<void> {
  const { source, dryRun } = move;
  const cards = await source.get(root, cardsAnswer);
  const { loyalty_info: older } = await source.post('/v3/loyalty/list', {}, olderCardsAnswer);
  for (const card of cards) {
    const former = older.find(({ code }) => code === card.code);
    const found = { ...card, active: former?.active ?? card.active, olderId: former?.ID ?? null };
    await move.storeOne('cards', card.id, (storing) => storeCard(storing, found));
    const ours = await ourId(move, 'loyaltyCard', card.id);
    if (!ours && !dryRun) continue;
    const read = (page: number) =>
      source.get(`${pagePath(`${root}/${encodeURIComponent(card.id)}/stats`, page)}&include_voided=true`, usersAnswer);
    const step = move.step(`users ${card.id}`, 'users');
    await move.storeParts(step, pagesOf(read, idOf), (storing) => storeUsers(storing, ours));
    const isNew = move.step(`cards ${card.id}`, 'cards').counted.stored > 0;
    if (!ours || !isNew) continue;
    const places = move.step(`cards ${card.id} rewards`, 'cards');
    await move.storeParts(places, partsOf([]), (storing) => placeRewards(storing, card.id, ours));
  }
}

async function storeCard(storing: Storing, given: SourceCard & { olderId: string | null }): Promise<void> {
  const { accountId, dryRun, transaction, step } = storing;
  const { id: external, olderId, code } = given;
  const names = [external, ...(olderId ? [olderId] : [])];
  const id = await idOfNew(storing, { kind: 'loyaltyCard', names, code });
  if (!id) return;
  if (given.type === 'stamp' && !given.stamps_required)
    note(step, external, 'the source does not tell how many stamps fill the card: 10 until you change it');
  if (dryRun) return;
  const account = await requireRow(transaction, accounts, { id: accountId });
  const card: LoyaltyCard = {
    ...blankCard(account, given.type === 'stamp' ? 'STAMP' : 'MEMBERSHIP', 'WALLET'),
    ...{ id, code, name: textsIn(step, external, given)('name', 50) || external },
    domain: given.domain ?? account.domain,
    stampsRequired: given.type === 'stamp' ? (given.stamps_required ?? 10) : null,
    deactivatedAt: given.active === false ? now() : null,
  };
  await insertRow(transaction, loyaltyCards, card);
}

interface NewUser {
  given: SourceUser;
  person: Person;
  member: LoyaltyMember;
}

async function storeUsers(storing: Storing<SourceUser>, cardId: string | null): Promise<void> {
  const { accountId, dryRun, transaction, step, items } = storing;
  const { counted } = step;
  const known = await knownIds(transaction, accountId, 'loyaltyUser', items.map(idOf));
  const fresh = items.filter(({ id }) => !known.has(id));
  counted.unchanged += items.length - fresh.length;
  counted.stored += fresh.length;
  if (dryRun || cardId === null || fresh.length === 0) return;
  const ids = await idsFor(transaction, 'loyaltyUser', fresh.map(idOf));
  // Start with the oldest, to keep the order of lists.
  const first = await reserveWithin(transaction, 'member', fresh.length);
  const users = fresh.toReversed().map((given, index) => {
    return newUser(step, given, { accountId, cardId, id: ids.get(given.id) as string, number: first + index });
  });
  const [persons, members] = [users.map(({ person }) => person), users.map(({ member }) => member)];
  await insertPersons(transaction, persons);
  await insertRows(transaction, loyaltyMembers, members);
  await insertSearchKeys(transaction, users);
  const entries = await insertRewards(storing, users, cardId);
  await insertLedger(transaction, users, entries);
  const names = users.flatMap(({ given: { id, code }, person }) =>
    [...new Set([id, code ?? id])].map((name) => [name, person.id] as const),
  );
  await keepIds(storing, 'loyaltyUser', names);
}

function newUser(
  step: Step,
  given: SourceUser,
  { accountId, cardId, id, number }: { accountId: string; cardId: string; id: string; number: number },
): NewUser {
  const text = textsIn(step, given.id, given);
  const createdAt = given.created_at ?? now();
  const customs = ([1, 2, 3, 4, 5, 6, 7, 8] as const).map((n) => [`custom${n}`, text(`custom_${n}`, 255)]);
  const person: Person = {
    ...{ id, accountId, createdAt, passwordHash: null, gender: null, birthday: null },
    ...{ email: text('email', 254), phone: text('phone', 50) },
    ...{ firstName: text('first_name', 100), lastName: text('last_name', 100) },
    ...{ address: text('address', 255), zip: text('zip', 20), city: text('city', 100) },
    ...(Object.fromEntries(customs) as Pick<Person, `custom${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`>),
  };
  const member: LoyaltyMember = {
    ...{ number, accountId, cardId, userId: id, createdAt },
    ...{ stamps: given.stamps ?? 0, points: given.points ?? 0, filledCards: 0, voidedAt: given.voided_at },
  };
  return { given, person, member };
}

type NewEntry = Omit<LedgerEntry, 'number'>;

/** Inserts rewards. The balances stay unchanged, because the source reports them after the rewards were deducted. */
async function insertRewards(storing: Storing, users: readonly NewUser[], cardId: string): Promise<NewEntry[]> {
  const { transaction } = storing;
  const found = users.flatMap(({ given, member }) =>
    (given.rewards ?? []).map((reward) => {
      const name = (reward.name ?? 'Reward').slice(0, 100);
      return { reward, name, member, id: newId('earnedReward'), earnedAt: reward.added_at ?? member.createdAt };
    }),
  );
  if (found.length === 0) return [];
  const { unit, ids } = await rewardsNamed(transaction, cardId, new Set(found.map(({ name }) => name)));
  const earned = found.map(({ reward, name, member, id, earnedAt }) => ({
    ...{ id, member: member.number, rewardId: ids.get(name) as string, earnedAt },
    ...{ expiresAt: reward.expired_at, usedAt: reward.used_at, withdrawnAt: null },
  }));
  await insertRows(transaction, earnedRewards, earned);
  const names = found.map(({ reward, id }) => [reward.id, id] as const);
  await keepIds(storing, 'earnedReward', names);
  return found.flatMap(({ reward, member, id, earnedAt }) => {
    const entry = (reason: 'REWARD_EARNED' | 'REWARD_USED', createdAt: Instant): NewEntry => ({
      ...blankEntry(member.number, unit, createdAt),
      ...{ reason, rewardId: id },
    });
    const used = reward.used_at ? [entry('REWARD_USED', reward.used_at)] : [];
    return [entry('REWARD_EARNED', earnedAt), ...used];
  });
}

/** Creates missing rewards. They are retired, because the source does not tell what they cost. */
async function rewardsNamed(transaction: Transaction, cardId: string, names: ReadonlySet<string>) {
  const { type, accountId } = await requireRow(transaction, loyaltyCards, { id: cardId });
  const known = await findRows(transaction, loyaltyRewards, { cardId });
  const unit = type === 'STAMP' ? ('STAMPS' as const) : ('POINTS' as const);
  const ids = new Map(known.map(({ name, id }) => [name, id]));
  for (const name of [...names].filter((each) => !ids.has(each)).sort()) {
    const id = newId('reward');
    await insertRow(transaction, loyaltyRewards, {
      ...absent(loyaltyRewards),
      ...{ id, accountId, cardId, name, unit, points: unit === 'POINTS' ? 1 : null },
      ...{ createdAt: now(), retiredAt: now() },
    });
    ids.set(name, id);
  }
  return { unit, ids };
}

/**
 * Takes the rewards of a new stamp card into use. The source tells neither their stamps nor their order. But a card passes
 * its first milestone more often than later ones, so the order follows from how often users earned the rewards. Their
 * distances on the card are equal until somebody changes them.
 */
async function placeRewards({ dryRun, transaction, step }: Storing, external: string, cardId: string): Promise<void> {
  if (dryRun) return;
  const { type, stampsRequired } = await requireRow(transaction, loyaltyCards, { id: cardId });
  if (type !== 'STAMP' || !stampsRequired) return;
  const found = await transaction.rows<{ id: string; name: string }>(
    `SELECT r.id AS id, r.name AS name FROM loyalty_rewards r JOIN earned_rewards e ON e.reward_id = r.id
       WHERE r.card_id = ? GROUP BY r.id, r.name ORDER BY COUNT(*) DESC, MIN(e.earned_at), r.name`,
    [cardId],
  );
  const [placed, others] = [found.slice(0, stampsRequired), found.slice(stampsRequired)];
  for (const [index, { id, name }] of placed.entries()) {
    const isFullCard = index === placed.length - 1;
    const stamps = Math.round((stampsRequired * (index + 1)) / placed.length);
    await updateRows(transaction, loyaltyRewards, { id }, { stamps: isFullCard ? null : stamps, retiredAt: null });
    if (placed.length > 1)
      note(step, external, `the source does not tell how many stamps earn ${name}: ${stamps} until you change it`);
  }
  for (const { name } of others) note(step, external, `${name} is retired: the card has more rewards than stamps`);
}

/** Inserts one entry per balance, after the entries for rewards. */
async function insertLedger(transaction: Transaction, users: readonly NewUser[], rewardEntries: readonly NewEntry[]) {
  const at = now();
  const balances = users.flatMap(({ member: { number, stamps, points } }) => [
    ...(stamps > 0 ? [balanceEntry(number, 'STAMPS', stamps, at)] : []),
    ...(points > 0 ? [balanceEntry(number, 'POINTS', points, at)] : []),
  ]);
  const entries = [...rewardEntries, ...balances];
  await insertRows(transaction, ledgerEntries, entries);
  const tally = new Tally();
  const members = new Map(users.map(({ member }) => [member.number, member]));
  const placeIn = ({ accountId, cardId }: NewUser['member']) => ({ accountId, campaignId: cardId });
  for (const { member } of users) tally.add(placeIn(member), quarterOf(member.createdAt), { members: 1 });
  for (const entry of entries) {
    const member = members.get(entry.member);
    if (member) tally.add(placeIn(member), quarterOf(entry.createdAt), countsOfEntry(entry, false));
  }
  await tally.store(transaction);
}

function balanceEntry(member: number, unit: LedgerEntry['unit'], amount: number, at: Instant): NewEntry {
  const reason = unit === 'STAMPS' ? 'STAMPS_ADDED' : 'POINTS_ADDED';
  return { ...blankEntry(member, unit, at), delta: amount, balance: amount, reason };
}

function blankEntry(member: number, unit: LedgerEntry['unit'], createdAt: Instant): NewEntry {
  return {
    ...{ id: newId('ledgerEntry'), member, unit, delta: 0, balance: 0, reason: 'STAMPS_ADDED' },
    ...{ rewardId: null, reverses: null, locationId: null, lots: null, keyId: null, createdAt },
  };
}
