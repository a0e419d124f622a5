/* The counters, with the descriptions of the API. */

const ofSessions = {
  created: 'Sessions created, one by one, in bulk and by jobs.',
  opened: 'Sessions whose page the customer opened for the first time.',
  saved: 'Passes saved to a wallet: of sessions, or of users of a loyalty card.',
  claimed: 'Sessions claimed, also by a validation.',
  validated: 'Sessions validated.',
  unvalidated: 'Validations taken back, at the time when they were.',
  voided: 'Sessions voided, also when they were created void.',
  unvoided: 'Sessions unvoided, also by an activation.',
  removed: 'Sessions deleted one by one. Those of a deleted coupon do not count.',
  moneySpent:
    'Money spent at validations, with three decimal places, whatever the currency. Later changes of a session do not count.',
  moneyUnvalidated: 'Money of validations taken back, with three decimal places.',
};

const ofAll = {
  sent: 'Messages that the platform accepted.',
  delivered: 'Messages that arrived, as far as the platform reports it.',
  failed: 'Messages that failed for good. Those to people who have opted out are `suppressed`.',
  suppressed: 'Messages that were not sent because the recipient has opted out.',
  refused: 'Attempts that were refused, such as to claim a session or to use a reward.',
};

const ofCards = {
  stampsAdded: 'Stamps added. The reversal of a deduction counts too.',
  stampsRemoved: 'Stamps deducted by hand or reversed. Those that a full card takes do not count.',
  pointsAdded: 'Points added. The reversal of a deduction counts too.',
  pointsRemoved: 'Points deducted by hand or reversed. Those that a reward costs do not count.',
  rewardsEarned: 'Rewards earned by a full card or redeemed for points.',
  rewardsUsed: 'Rewards used.',
  rewardsWithdrawn: 'Rewards withdrawn because their earning was reversed.',
  rewardsReturned: 'Rewards that can be used again because their use was reversed.',
};

const ofMembers = {
  members: 'Users who received the loyalty card, or members who registered in the directory.',
  membersRemoved: 'Users or members deleted one by one.',
};

const ofDirectories = {
  openings: 'Openings: of campaigns in a directory by its members, and of the public page of a coupon.',
};

export const counterDescriptions = { ...ofSessions, ...ofAll, ...ofCards, ...ofMembers, ...ofDirectories };

export type Counter = keyof typeof counterDescriptions;

export const counters = Object.keys(counterDescriptions) as Counter[];

export type Counts = Record<Counter, number>;

export const noCounts = Object.fromEntries(counters.map((counter) => [counter, 0])) as Counts;

const byPrefix: Record<string, object> = {
  cam_: { ...ofSessions, ...ofAll },
  loy_: { saved: '', ...ofAll, ...ofCards, ...ofMembers },
  dir_: { ...ofAll, ...ofMembers, ...ofDirectories },
};

/** Returns the counters of the campaign's kind. An account has all counters. */
export function countersOf(id: string): readonly Counter[] {
  return Object.keys(byPrefix[id.slice(0, 4)] ?? counterDescriptions) as Counter[];
}

export function addCounts(to: Partial<Counts>, counts: Partial<Counts>): void {
  for (const [counter, amount] of Object.entries(counts) as [Counter, number][])
    to[counter] = (to[counter] ?? 0) + amount;
}

/** Money is counted in thousandths. */
export const isMoney = (counter: Counter) => counter.startsWith('money');

export function moneyText(thousandths: number): string {
  const whole = Math.min(Math.round(thousandths), Number.MAX_SAFE_INTEGER);
  return `${Math.floor(whole / 1000)}.${String(whole % 1000).padStart(3, '0')}`;
}

export function thousandthsOf(money: string | null | undefined): number {
  const [whole = '', places = ''] = (money ?? '').split('.');
  return Number(`${whole}${places.slice(0, 3).padEnd(3, '0')}`) || 0;
}
