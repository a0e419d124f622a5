import type { Transaction } from '../../kernel/database/database.ts';
import { findRows, hasRow } from '../../kernel/database/rows.ts';
import type { Event } from '../../kernel/event-log/event.ts';
import { followLog } from '../../kernel/event-log/log-follower.ts';
import type { LoyaltyUser } from '../../loyalty/user/loyalty-member.ts';
import { removePasses } from '../device/device-registration.ts';
import { notifyOfCampaign, notifyOfPassChanges } from '../notification/pass-notifications.ts';
import { markPasses, walletPasses } from '../pass/pass.ts';
import { markCampaigns } from '../pass/wallet-campaign.ts';

const positionsAtOnce = 2000;
const idsAtOnce = 500;

/**
 * Marks the passes that have changed. Operations need not call this: an event of the session, user or campaign is
 * enough.
 */
export const walletUpdates = followLog('wallet-updates', {
  subject: 'wallet passes',
  cursor: 'wallet_updates',
  step:
    () =>
    async (transaction, { after, last }) => {
      // A pass that is created from now on already shows these events.
      if (!(await hasRow(transaction, walletPasses))) return { position: last };
      const position = Math.min(last, after + positionsAtOnce);
      await markTouched(transaction, after, position);
      return { position };
    },
});

async function markTouched(transaction: Transaction, after: number, upTo: number): Promise<void> {
  const { changed, removed, campaigns } = await passesTouched(transaction, after, upTo);
  for (const ids of chunksOf(changed)) {
    await markPasses(transaction, ids);
    await notifyOfPassChanges(transaction, ids);
  }
  for (const ids of chunksOf(removed)) await removePasses(transaction, ids);
  await markCampaigns(transaction, campaigns);
  for (const campaign of campaigns) await notifyOfCampaign(transaction, campaign);
}

/** Sorts ids into chunks, so that all transactions lock passes in the same order. */
function chunksOf(ids: readonly string[]): string[][] {
  const sorted = ids.toSorted();
  return Array.from({ length: Math.ceil(sorted.length / idsAtOnce) }, (_, index) =>
    sorted.slice(index * idsAtOnce, (index + 1) * idsAtOnce),
  );
}

interface ChangedPasses {
  changed: string[];
  removed: string[];
  campaigns: { campaignId: string; accountId: string }[];
}

/**
 * The events that change no pass. All others mark passes: a needless mark costs a fetch, but a missing mark leaves a
 * wrong pass on a phone.
 */
const withoutEffect = [
  'coupon_opened',
  'coupon_held',
  'coupon_saved',
  'coupon_unsaved',
  'coupon_batch_created',
  // The job of the push marks and notifies the passes itself.
  'coupon_push_sent',
  'loyalty_push_sent',
  'loyalty_saved',
  'loyalty_unsaved',
  'message_sent',
  'message_delivered',
  'message_failed',
];

async function passesTouched(transaction: Transaction, after: number, upTo: number): Promise<ChangedPasses> {
  const range = { after, upTo, withoutEffect };
  const [ofSessions, ofCampaigns] = [await sessionPasses(transaction, range), await campaignEvents(transaction, range)];
  const ofUsers = await userPasses(transaction, ofCampaigns);
  const touched = [...ofSessions, ...ofUsers];
  const idsOf = (isRemoval: boolean) => [
    ...new Set(touched.filter(({ type }) => type.endsWith('_removed') === isRemoval).map(({ id }) => id)),
  ];
  const campaigns = ofCampaigns.filter(({ member }) => member === null);
  return {
    changed: idsOf(false),
    removed: idsOf(true),
    campaigns: [...new Map(campaigns.map((each) => [each.campaignId, each])).values()],
  };
}

interface Range {
  after: number;
  upTo: number;
  withoutEffect: readonly string[];
}

type ChangedPass = { id: string; type: string };

const inRange = 'e.position > :after AND e.position <= :upTo AND e.type NOT IN (:withoutEffect)';

/** Returns the FROM clause with an index hint. Without the hint, query planners may read all events of the passes. */
function fromEvents({ dialect }: Transaction): string {
  return `events e ${dialect.useIndex('events_position')}`;
}

function sessionPasses(transaction: Transaction, range: Range): Promise<ChangedPass[]> {
  return transaction.rows<ChangedPass>(
    `SELECT w.id AS id, e.type AS type FROM ${fromEvents(transaction)} JOIN wallet_passes w ON w.session = e.session
       WHERE ${inRange}`,
    { ...range },
  );
}

type CampaignEvent = Pick<Event, 'accountId' | 'type'> & { campaignId: string; member: number | null };

/** Returns events of campaigns with passes that belong to no session. Events of a loyalty user have a member. */
async function campaignEvents(transaction: Transaction, range: Range): Promise<CampaignEvent[]> {
  // Coupons can be long, and no event of a coupon has a member.
  const found = await transaction.rows<Omit<Event, 'data'> & { campaignId: string; data: string | null }>(
    `SELECT e.type AS type, e.account_id AS accountId, e.campaign_id AS campaignId,
         CASE WHEN e.kind IN ('WEB_LOYALTY', 'WALLET_LOYALTY') THEN e.data END AS data
       FROM ${fromEvents(transaction)} WHERE ${inRange} AND e.session IS NULL
         AND EXISTS (SELECT 1 FROM wallet_passes w WHERE w.campaign_id = e.campaign_id)`,
    { ...range },
  );
  return found.map(({ data, ...event }) => {
    const { number, cardId } = JSON.parse(data ?? '{}') as Partial<LoyaltyUser>;
    return { ...event, member: cardId && number ? number : null };
  });
}

async function userPasses(transaction: Transaction, events: readonly CampaignEvent[]): Promise<ChangedPass[]> {
  const members = events.flatMap(({ member }) => member ?? []);
  if (members.length === 0) return [];
  const passes = await findRows(
    transaction,
    walletPasses,
    { member: [...new Set(members)] },
    { select: ['id', 'member'] },
  );
  const byMember = Map.groupBy(passes, ({ member }) => Number(member));
  return events.flatMap(({ type, member }) => (byMember.get(member ?? 0) ?? []).map(({ id }) => ({ id, type })));
}
