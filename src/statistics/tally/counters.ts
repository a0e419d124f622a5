const ofSessions = [
  'created',
  'opened',
  'saved',
  'claimed',
  'validated',
  'unvalidated',
  'voided',
  'unvoided',
  'removed',
  'moneySpent',
  'moneyUnvalidated',
] as const;

const ofAll = ['sent', 'delivered', 'failed', 'suppressed', 'refused'] as const;

const ofCards = [
  'stampsAdded',
  'stampsRemoved',
  'pointsAdded',
  'pointsRemoved',
  'rewardsEarned',
  'rewardsUsed',
  'rewardsWithdrawn',
  'rewardsReturned',
] as const;

const ofMembers = ['members', 'membersRemoved'] as const;

const ofDirectories = ['openings'] as const;

export const counters = [...ofSessions, ...ofAll, ...ofCards, ...ofMembers, ...ofDirectories] as const;

export type Counter = (typeof counters)[number];

export type Counts = Record<Counter, number>;

export const noCounts = Object.fromEntries(counters.map((counter) => [counter, 0])) as Counts;

const byPrefix: Record<string, readonly Counter[]> = {
  cam_: [...ofSessions, ...ofAll],
  loy_: ['saved', ...ofAll, ...ofCards, ...ofMembers],
  dir_: [...ofAll, ...ofMembers, ...ofDirectories],
};

/** Returns what campaigns of the kind of this one count. An account counts everything. */
export function countersOf(id: string): readonly Counter[] {
  return byPrefix[id.slice(0, 4)] ?? counters;
}

export function addCounts(to: Partial<Counts>, counts: Partial<Counts>): void {
  for (const [counter, amount] of Object.entries(counts) as [Counter, number][])
    to[counter] = (to[counter] ?? 0) + amount;
}

export function moneyText(thousandths: number): string {
  const whole = Math.min(Math.round(thousandths), Number.MAX_SAFE_INTEGER);
  return `${Math.floor(whole / 1000)}.${String(whole % 1000).padStart(3, '0')}`;
}

export function thousandthsOf(money: string | null | undefined): number {
  const [whole = '', places = ''] = (money ?? '').split('.');
  return Number(`${whole}${places.slice(0, 3).padEnd(3, '0')}`) || 0;
}
