/* The counters, with the descriptions of the API. */

const ofSessions = {
  created: 'Sessions created, one by one, in bulk and by jobs.',
  opened: 'Sessions whose page the customer opened for the first time.',
  saved: 'Passes saved to a wallet: of sessions, or of users of a loyalty card.',
  claimed: 'Sessions claimed, including those claimed by a validation.',
  validated: 'Sessions validated.',
  unvalidated: 'Validations removed, counted at the time of the removal.',
  voided: 'Sessions voided, including sessions that were created as voided.',
  unvoided: 'Sessions unvoided, including those unvoided by an activation.',
  removed: 'Sessions deleted one by one. Sessions of a deleted coupon do not count.',
  moneySpent:
    'Money spent at validations, with three decimal places, regardless of the currency. Later changes to a session do not count.',
  moneyUnvalidated: 'Money spent at validations that were later removed, with three decimal places.',
};

const ofAll = {
  sent: 'Messages that the platform accepted.',
  delivered: 'Messages whose delivery the platform reported.',
  failed: 'Messages that failed permanently. Messages to people who have opted out count as `suppressed`.',
  suppressed: 'Messages that were not sent because the recipient has opted out.',
  refused: 'Refused attempts, for example to claim a session or to use a reward.',
};

const ofCards = {
  stampsAdded: 'Stamps added. The reversal of a deduction counts too.',
  stampsRemoved: 'Stamps removed manually or by a reversal. Stamps that a full card uses up do not count.',
  pointsAdded: 'Points added. The reversal of a deduction counts too.',
  pointsRemoved: 'Points removed manually or by a reversal, and expired ones. Points spent on rewards do not count.',
  rewardsEarned: 'Rewards earned with stamps or redeemed for points.',
  rewardsUsed: 'Rewards used.',
  rewardsWithdrawn: 'Rewards withdrawn because their earning was reversed.',
  rewardsReturned: 'Rewards that can be used again because their use was reversed.',
};

const ofMembers = {
  members: 'Users who received the loyalty card, or members who registered in the directory.',
  membersRemoved: 'Users or members deleted one by one.',
};

const ofDirectories = {
  openings:
    'The number of times members opened campaigns in a directory, or visitors opened the public page of a coupon.',
};

export const counterDescriptions = { ...ofSessions, ...ofAll, ...ofCards, ...ofMembers, ...ofDirectories };

export type Counter = keyof typeof counterDescriptions;

export const counters = Object.keys(counterDescriptions) as Counter[];

export type Counts = Record<Counter, number>;

export const noCounts = Object.fromEntries(counters.map((counter) => [counter, 0])) as Counts;

const byPrefix: Record<string, object> = {
  cam_: { ...ofSessions, ...ofAll },
  loy_: { saved: '', ...ofAll, ...ofCards, ...ofMembers },
  loc_: { claimed: '', validated: '', unvalidated: '', moneySpent: '', moneyUnvalidated: '', ...ofCards },
  dir_: { ...ofAll, ...ofMembers, ...ofDirectories },
};

/** Returns the counters that a kind of campaign has. An account has all of them. */
export function countersOf(id: string): readonly Counter[] {
  return Object.keys(byPrefix[id.slice(0, 4)] ?? counterDescriptions) as Counter[];
}

export function addCounts(to: Partial<Counts>, counts: Partial<Counts>): void {
  for (const [counter, amount] of Object.entries(counts) as [Counter, number][])
    to[counter] = (to[counter] ?? 0) + amount;
}

/** Whether a counter is an amount of money, in thousandths. */
export const isMoney = (counter: Counter) => counter.startsWith('money');

export function moneyText(thousandths: number): string {
  const whole = Math.min(Math.round(thousandths), Number.MAX_SAFE_INTEGER);
  return `${Math.floor(whole / 1000)}.${String(whole % 1000).padStart(3, '0')}`;
}

export function thousandthsOf(money: string | null | undefined): number {
  const [whole = '', places = ''] = (money ?? '').split('.');
  return Number(`${whole}${places.slice(0, 3).padEnd(3, '0')}`) || 0;
}
