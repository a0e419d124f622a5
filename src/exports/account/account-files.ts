import type { EntitySchema, EntitySchemaColumnOptions } from 'typeorm';
import { accounts } from '../../accounts/account/account.ts';
import { apiKeys } from '../../accounts/api-key/api-key.ts';
import { loggedRequests } from '../../accounts/requests/logged-request.ts';
import { notices } from '../../accounts/viewer/notice.ts';
import { contactGroups } from '../../contacts/group/contact-group.ts';
import { coupons } from '../../coupons/coupon/coupon.ts';
import { couponLocations } from '../../coupons/coupon/coupon-locations.ts';
import { folders } from '../../coupons/folder/folder.ts';
import { landingPages } from '../../coupons/landing-page/landing-page.ts';
import { couponTags } from '../../coupons/tag/tag.ts';
import { placements } from '../../directories/campaign/placement.ts';
import { categories } from '../../directories/category/category.ts';
import { directories } from '../../directories/directory/directory.ts';
import { directoryUsers } from '../../directories/user/user.ts';
import { externalIds } from '../../external-ids/external-id.ts';
import { columnsOf, longText, snakeCase } from '../../kernel/database/columns.ts';
import { jobs } from '../../kernel/jobs/job.ts';
import { locations } from '../../locations/location/location.ts';
import { loyaltyCards } from '../../loyalty/card/card.ts';
import { ledgerEntries } from '../../loyalty/ledger/ledger.ts';
import { loyaltyPersons } from '../../loyalty/person/person.ts';
import { purchases } from '../../loyalty/purchase/purchase.ts';
import { earnedRewards } from '../../loyalty/reward/earned-reward.ts';
import { loyaltyRewards } from '../../loyalty/reward/reward.ts';
import { loyaltyMembers } from '../../loyalty/user/loyalty-member.ts';
import { messageContents } from '../../messaging/content/message-content.ts';
import { integrations } from '../../messaging/integration/integration.ts';
import { messages } from '../../messaging/message/message.ts';
import { optOuts } from '../../messaging/opt-out/opt-out.ts';
import { accountMembers } from '../../people/person/account-member.ts';
import { personColumns } from '../../people/person/person.ts';
import { statistics, statisticsRefusedAttempts, statisticsTotals } from '../../statistics/tally/statistics.ts';
import { tills } from '../../tills/till/till.ts';
import { walletDesigns } from '../../wallets/design/wallet-design.ts';
import { walletPasses } from '../../wallets/pass/pass.ts';
import { pushes } from '../../wallets/push/push.ts';
import { webhookAttempts, webhookDeliveries } from '../../webhooks/delivery/delivery.ts';
import { webhookEndpoints } from '../../webhooks/endpoint/endpoint.ts';
import type { ExportType } from '../export.ts';
import { inSnakeCase, pageOfLongRows, type TableSource } from '../table-pages.ts';

/**
 * `scopes` is a statement that selects scopes, such as the coupons of the account. Without it, the account is the
 * scope.
 */
export interface AccountTable extends TableSource {
  scopes?: string;
}

export interface AccountFile {
  description: string;
  source: AccountTable | ExportType;
}

const before = { text: '', number: -1, time: '1000-01-01 00:00:00.000' };

const columnsFrom = <Noun>(schema: EntitySchema<Noun>, alias: string) => inSnakeCase(columnsOf(schema, alias));

/** Returns the source of a table, without columns that contain secrets or repeat others. */
function tableOf<Noun>(
  schema: EntitySchema<Noun>,
  scope: keyof Noun & string,
  keys: { [Name in keyof Noun]?: keyof typeof before },
  { scopes, without = [] }: { scopes?: string; without?: readonly (keyof Noun & string)[] } = {},
): AccountTable {
  const left = without.map(snakeCase);
  const hasLongTexts = Object.values<EntitySchemaColumnOptions | undefined>(schema.options.columns).some(
    (column) => column?.type === longText.type,
  );
  const named = Object.entries<keyof typeof before | undefined>(keys);
  return {
    columns: Object.fromEntries(Object.entries(columnsFrom(schema, 't')).filter(([name]) => !left.includes(name))),
    from: `FROM ${schema.options.tableName} t`,
    scope: `t.${snakeCase(scope)}`,
    ...(scopes && { scopes }),
    ...(hasLongTexts && { pageSize: pageOfLongRows }),
    keys: Object.fromEntries(named.map(([name, form]) => [snakeCase(name), before[form ?? 'text']])),
  };
}

const existing = (table: string) => `SELECT o.id AS id FROM ${table} o WHERE o.account_id = ? AND o.deleted_at IS NULL`;
const ofCoupons = existing('coupons');
const ofCards = existing('loyalty_cards');
const ofDirectories = existing('directories');
const ofEndpoints = existing('webhook_endpoints');
const ofCounted = 'SELECT o.campaign_id AS id FROM statistics_totals o WHERE o.account_id = ?';
const ofRewards =
  'SELECT o.id AS id FROM loyalty_rewards o JOIN loyalty_cards c ON c.id = o.card_id WHERE c.account_id = ?';
const ofPasses = `${ofCoupons} UNION ALL ${ofCards}`;

const created = { createdAt: 'time', id: 'text' } as const;
const file = (description: string, source: AccountFile['source']): AccountFile => ({ description, source });

/** The files of an account export, by name. They omit deleted objects and secrets. */
export const accountFiles = {
  ACCOUNT: file('The account.', tableOf(accounts, 'id', { id: 'text' })),
  API_KEYS: file(
    'API keys. Their secrets are left out.',
    tableOf(apiKeys, 'accountId', { id: 'text' }, { without: ['secretHash'] }),
  ),
  PEOPLE: file('People who act for the account, with their roles.', {
    columns: { ...personColumns, ...columnsFrom(accountMembers, 'm') },
    from: 'FROM account_members m JOIN console_people p ON p.id = m.person_id',
    scope: 'm.account_id',
    keys: { person_id: '' },
  }),
  TILLS: file(
    'Tills. Their secrets are left out.',
    tableOf(tills, 'accountId', { id: 'text' }, { without: ['secretHash', 'pairingHash'] }),
  ),
  NOTICES: file('Notices.', tableOf(notices, 'accountId', { number: 'number' })),
  FOLDERS: file('Folders of coupons.', tableOf(folders, 'accountId', { id: 'text' })),
  COUPONS: file('Coupons.', tableOf(coupons, 'accountId', created)),
  COUPON_TAGS: file('Tags of coupons.', tableOf(couponTags, 'couponId', { tag: 'text' }, { scopes: ofCoupons })),
  COUPON_LOCATIONS: file(
    'The locations that coupons name.',
    tableOf(couponLocations, 'couponId', { locationId: 'text' }, { scopes: ofCoupons }),
  ),
  LANDING_PAGES: file(
    'The forms on the public pages of coupons.',
    tableOf(landingPages, 'couponId', { couponId: 'text' }, { scopes: ofCoupons }),
  ),
  SESSIONS: file('Coupon sessions, as `createExport` exports them.', 'SESSIONS'),
  CODES: file('Validation codes, as `createExport` exports them.', 'CODES'),
  LOYALTY_CARDS: file('Loyalty cards.', tableOf(loyaltyCards, 'accountId', created)),
  REWARDS: file('Rewards of loyalty cards.', tableOf(loyaltyRewards, 'cardId', created, { scopes: ofCards })),
  LOYALTY_USERS: file(
    'Users of loyalty cards with their balances. `user_id` is the `id` of a person in `PERSONS`.',
    tableOf(loyaltyMembers, 'cardId', { createdAt: 'time', number: 'number' }, { scopes: ofCards }),
  ),
  PERSONS: file(
    'People who can have loyalty cards. Their passwords are left out.',
    tableOf(loyaltyPersons, 'accountId', { id: 'text' }, { without: ['passwordHash'] }),
  ),
  EARNED_REWARDS: file(
    'Rewards that users have earned or redeemed. `member` is the `number` of a user in `LOYALTY_USERS`.',
    tableOf(earnedRewards, 'rewardId', { id: 'text' }, { scopes: ofRewards }),
  ),
  LEDGER: file('Entries of the ledgers of loyalty users. `member` is the `number` of a user in `LOYALTY_USERS`.', {
    columns: { ...columnsFrom(ledgerEntries, 'l'), user_created_at: 'm.created_at' },
    from: 'FROM loyalty_members m JOIN ledger_entries l ON l.member = m.number',
    scope: 'm.card_id',
    scopes: ofCards,
    keys: { user_created_at: before.time, member: -1, number: -1 },
  }),
  PURCHASES: file(
    'Purchases that gave points. `member` is the `number` of a user in `LOYALTY_USERS`.',
    tableOf(purchases, 'cardId', { reference: 'text' }, { scopes: ofCards }),
  ),
  LOCATIONS: file('Locations.', tableOf(locations, 'accountId', { id: 'text' })),
  DIRECTORIES: file('Directories.', tableOf(directories, 'accountId', created)),
  CATEGORIES: file(
    'Categories of directories.',
    tableOf(categories, 'directoryId', { position: 'number', id: 'text' }, { scopes: ofDirectories }),
  ),
  DIRECTORY_CAMPAIGNS: file(
    'Campaigns in directories.',
    tableOf(placements, 'directoryId', { campaignId: 'text' }, { scopes: ofDirectories }),
  ),
  DIRECTORY_USERS: file(
    'Members of directories. Their passwords are left out.',
    tableOf(directoryUsers, 'directoryId', created, { scopes: ofDirectories, without: ['passwordHash', 'emailKey'] }),
  ),
  CONTACT_GROUPS: file('Groups of contacts.', tableOf(contactGroups, 'accountId', { id: 'text' })),
  CONTACTS: file('Contacts, as `createExport` exports them.', 'CONTACTS'),
  INTEGRATIONS: file(
    'Integrations. Their credentials are left out. `shown` has the settings that the API shows.',
    tableOf(integrations, 'accountId', { id: 'text' }, { without: ['settings'] }),
  ),
  MESSAGES: file(
    'Messages, sorted by address.',
    tableOf(messages, 'accountId', { addressKey: 'text', createdAt: 'time', number: 'number' }),
  ),
  MESSAGE_CONTENTS: file(
    'The texts of messages. Messages refer to them by `content_id`.',
    tableOf(messageContents, 'accountId', { id: 'text' }),
  ),
  OPT_OUTS: file(
    'Addresses that get no more messages.',
    tableOf(optOuts, 'accountId', { channel: 'text', address: 'text' }),
  ),
  WALLET_DESIGNS: file('Designs of wallet passes.', tableOf(walletDesigns, 'accountId', { campaignId: 'text' })),
  WALLET_PASSES: file(
    'Wallet passes.',
    tableOf(walletPasses, 'campaignId', { id: 'text' }, { scopes: ofPasses, without: ['token'] }),
  ),
  WALLET_PUSHES: file('Push messages.', tableOf(pushes, 'accountId', { createdAt: 'time', number: 'number' })),
  WEBHOOK_ENDPOINTS: file(
    'Webhook endpoints. Their secrets are left out.',
    tableOf(
      webhookEndpoints,
      'accountId',
      { id: 'text' },
      { without: ['secret', 'previousSecret', 'previousSecretUntil', 'hmacSecret'] },
    ),
  ),
  WEBHOOK_DELIVERIES: file(
    'Webhook deliveries.',
    tableOf(webhookDeliveries, 'endpointId', { position: 'number' }, { scopes: ofEndpoints }),
  ),
  WEBHOOK_ATTEMPTS: file('Attempts of webhook deliveries, with the responses.', {
    columns: { delivery: 'd.id', position: 'd.position', ...columnsFrom(webhookAttempts, 'a') },
    from: 'FROM webhook_deliveries d JOIN webhook_attempts a ON a.delivery_number = d.number',
    scope: 'd.endpoint_id',
    scopes: ofEndpoints,
    keys: { position: -1, number: -1 },
  }),
  EVENTS: file('Events, as `createExport` exports them.', 'EVENTS'),
  STATISTICS_TOTALS: file(
    'All-time counts of each campaign and of the account.',
    tableOf(statisticsTotals, 'accountId', { campaignId: 'text' }),
  ),
  STATISTICS: file(
    'Counts for each quarter of an hour (`span` 1) and each hour (`span` 4). `bucket` is the number of the quarter hour since 1970, in UTC.',
    tableOf(statistics, 'campaignId', { span: 'number', bucket: 'number' }, { scopes: ofCounted }),
  ),
  REFUSED_ATTEMPTS: file(
    'Refused attempts in each quarter of an hour and in each hour.',
    tableOf(
      statisticsRefusedAttempts,
      'campaignId',
      { span: 'number', bucket: 'number', code: 'text' },
      { scopes: ofCounted },
    ),
  ),
  JOBS: file('Jobs.', tableOf(jobs, 'accountId', created, { without: ['lease'] })),
  EXTERNAL_IDS: file(
    'Ids that objects had in another product.',
    tableOf(externalIds, 'accountId', { kind: 'text', externalId: 'text' }),
  ),
  AUDIT_LOG: file('The audit log, as `createExport` exports it.', 'AUDIT_LOG'),
  REQUEST_LOG: file('The request log.', tableOf(loggedRequests, 'accountId', { number: 'number' })),
} satisfies Record<string, AccountFile>;

export type AccountFileName = keyof typeof accountFiles;

export const accountFileNames = Object.keys(accountFiles) as [AccountFileName, ...AccountFileName[]];
