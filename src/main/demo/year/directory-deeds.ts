import { createSessionFor } from '../../../directories/campaign/campaign-opening.ts';
import { directoryRow } from '../../../directories/directory/directory.ts';
import { grantAccess } from '../../../directories/user/paid-access.ts';
import { addUser, type DirectoryUser, directoryUserRow, recordUser, saveUser } from '../../../directories/user/user.ts';
import { lockRow, requireRow } from '../../../kernel/database/rows.ts';
import { dummyHash } from '../../../kernel/security/passwords.ts';
import { emailKey } from '../../../kernel/values/email-address.ts';
import { now } from '../../../kernel/values/instant.ts';
import { type Day, minutesAfter, timeAtHome } from './calendar.ts';
import type { Deed, Making, Numbered } from './deed.ts';
import type { Dice } from './dice.ts';
import { type Customer, customer } from './people.ts';
import { type Life, lifeOf } from './session-deeds.ts';

const members = 220;
const offers = 12;
/** Members of these ranks have paid. */
const paysEvery = 9;
/** Paid access lasts for a year, so it never ends within the year. */
const accessDays = 365;

/** The offers of the list that only members with paid access can open. */
const paidOffers = new Set([2, 5]);

/** Returns how people register in the directory and open its offers. Members for whom no password exists. */
export function directoryDeeds(days: readonly Day[], dice: Dice): Deed[] {
  return Array.from({ length: members }, (_, index) => {
    const first = 2 + Math.floor((index / members) ** 0.8 * (days.length - 3));
    const person = customer(index * 3 + 400);
    const isPaying = index % paysEvery === 4;
    const at = timeAtHome(days[first] as Day, dice);
    return [
      { at, run: (making: Making) => register(making, person) },
      ...(isPaying ? [{ at: minutesAfter(at, 4), run: (making: Making) => pay(making, person) }] : []),
      ...(index % 60 === 17 ? [{ at: minutesAfter(at, 9000), run: (making: Making) => block(making, person) }] : []),
      ...openings(person, isPaying, days.slice(first), dice),
    ];
  }).flat();
}

function openings(person: Customer, isPaying: boolean, days: readonly Day[], dice: Dice): Deed[] {
  const wanted = new Set(Array.from({ length: 1 + dice.amount(1.6) }, () => Math.floor(dice.next() * offers)));
  return [...wanted].flatMap((offer) => {
    if (paidOffers.has(offer) && !isPaying) return [];
    const day = 1 + Math.floor(dice.wait(25));
    if (day >= days.length) return [];
    const session: Numbered = { number: 0 };
    const at = timeAtHome(days[day] as Day, dice);
    const life: Life = {
      session,
      coupon: ({ input }) => input.offers[offer] ?? '',
      ...{ days: days.slice(day), validDays: 14, appeal: 0.3, spent: 18 },
    };
    return [
      { at, sessions: [session], run: (making: Making) => open(making, person, offer, session) },
      ...lifeOf(life, at, dice),
    ];
  });
}

async function register({ transaction, input }: Making, { firstName, lastName, email }: Customer): Promise<void> {
  const directory = await requireRow(transaction, directoryRow, { accountId: input.account, id: input.directory });
  await addUser(transaction, directory, dummyHash, { firstName, lastName, email, city: 'Old Town' }, null);
}

async function pay(making: Making, person: Customer): Promise<void> {
  const user = await memberOf(making, person);
  const end = minutesAfter(now(), accessDays * 1440);
  await grantAccess(making.transaction, user, end, making.input.office);
}

async function block(making: Making, person: Customer): Promise<void> {
  const changes = { blockedAt: now(), blockReason: 'The membership has ended.' };
  const user = await memberOf(making, person);
  await saveUser(making.transaction, user, changes, 'directory_user_blocked', making.input.office);
}

async function open(making: Making, person: Customer, offer: number, { number }: Numbered): Promise<void> {
  const { transaction, input, at } = making;
  const campaign = input.offers[offer] ?? '';
  const user = await memberOf(making, person);
  const reserved = { sequence: input.firstSession + number, createdAt: at };
  const session = await createSessionFor(transaction, user, campaign, reserved);
  await recordUser(transaction, user, 'directory_campaign_opened', null, { campaign, session });
}

function memberOf({ transaction, input }: Making, { email }: Customer): Promise<DirectoryUser> {
  const which = { directoryId: input.directory, emailKey: emailKey(email) };
  return lockRow(transaction, directoryUserRow, which);
}
