import type { EntitySchema } from 'typeorm';
import { Initial1763683200000 } from '../../../migrations/1763683200000-initial.ts';
import { accounts } from '../../accounts/account/account.ts';
import { apiKeys } from '../../accounts/api-key/api-key.ts';
import { loggedRequests } from '../../accounts/requests/logged-request.ts';
import { notices } from '../../accounts/viewer/notice.ts';
import { contacts } from '../../contacts/contact/contact.ts';
import { contactGroups } from '../../contacts/group/contact-group.ts';
import { coupons } from '../../coupons/coupon/coupon.ts';
import { folders } from '../../coupons/folder/folder.ts';
import { landingPages } from '../../coupons/landing-page/landing-page.ts';
import { couponTags } from '../../coupons/tag/coupon-tag.ts';
import { directoryOpenings } from '../../directories/campaign/campaign-opening.ts';
import { placements } from '../../directories/campaign/placement.ts';
import { categories } from '../../directories/category/category.ts';
import { directories } from '../../directories/directory/directory.ts';
import { directorySignIns } from '../../directories/sign-in/sign-in.ts';
import { signInAttempts } from '../../directories/sign-in/sign-in-attempts.ts';
import { singleSignOns } from '../../directories/sign-in/single-sign-on.ts';
import { memberKeys } from '../../directories/user/member-key.ts';
import { directoryUsers } from '../../directories/user/user.ts';
import { printParts } from '../../exports/print/code-sheet.ts';
import { idempotentCalls } from '../../kernel/api/idempotency.ts';
import { auditBlocks, auditChains } from '../../kernel/audit/audit-chain.ts';
import { auditEntries } from '../../kernel/audit/audit-entry.ts';
import type { Model } from '../../kernel/database/database.ts';
import { processHeartbeats } from '../../kernel/database/engines/cluster/process-heartbeat.ts';
import type { SealedColumns } from '../../kernel/database/resealing.ts';
import { sequences } from '../../kernel/database/sequence.ts';
import { events } from '../../kernel/event-log/event.ts';
import { sharedEvents } from '../../kernel/event-log/shared-event.ts';
import { eventTraces } from '../../kernel/event-log/traces/event-trace.ts';
import { externalIds } from '../../kernel/external-ids/external-id.ts';
import { importSteps } from '../../kernel/external-ids/step-of-import.ts';
import { jobs } from '../../kernel/jobs/job.ts';
import { lastingKeys } from '../../kernel/personal-data/address-hash.ts';
import { personalTokens } from '../../kernel/personal-data/personal-token.ts';
import { loyaltyCards } from '../../loyalty/card/card.ts';
import { ledgerEntries } from '../../loyalty/ledger/ledger.ts';
import { merchants } from '../../loyalty/merchant/merchant.ts';
import { loyaltyPersons } from '../../loyalty/person/person.ts';
import { earnedRewards } from '../../loyalty/reward/earned-reward.ts';
import { loyaltyRewards } from '../../loyalty/reward/reward.ts';
import { loyaltyMemberships } from '../../loyalty/user/membership.ts';
import { searchKeys } from '../../loyalty/user/user-search-key.ts';
import { messageContents } from '../../messaging/content/message-content.ts';
import { certificateRequests } from '../../messaging/integration/certificate-request.ts';
import { integrations } from '../../messaging/integration/integration.ts';
import { couponReceipts } from '../../messaging/message/coupon-receipt.ts';
import { messages } from '../../messaging/message/message.ts';
import { optOuts } from '../../messaging/opt-out/opt-out.ts';
import { earlyReceipts } from '../../messaging/receipt/early-receipt.ts';
import { personLinks } from '../../people/link/person-link.ts';
import { accountMemberships } from '../../people/person/account-membership.ts';
import { people } from '../../people/person/person.ts';
import { signIns } from '../../people/sign-in/person-sign-in.ts';
import { personalParts } from '../../privacy/personal-data/exported-part.ts';
import { sessionMarks } from '../../sessions/index/session-mark.ts';
import { sessionSearchKeys } from '../../sessions/index/session-search-key.ts';
import { landingSubmissions } from '../../sessions/landing/landing-submission.ts';
import { couponSessions } from '../../sessions/session/session.ts';
import { sessionIdentities } from '../../sessions/session/session-identity.ts';
import { validationCodeSpaces, validationCodes } from '../../sessions/validation-code/validation-code.ts';
import { statistics, statisticsRefusals, statisticsTotals } from '../../statistics/tally/statistics.ts';
import { tills } from '../../tills/till/till.ts';
import { walletDesigns } from '../../wallets/design/wallet-design.ts';
import { walletPictures } from '../../wallets/design/wallet-picture.ts';
import { walletDevices } from '../../wallets/device/device.ts';
import { walletRegistrations } from '../../wallets/device/registration.ts';
import { googleClasses } from '../../wallets/google-pass/google-class.ts';
import { googleNonces } from '../../wallets/google-pass/google-nonce.ts';
import { walletPasses } from '../../wallets/pass/pass.ts';
import { walletCampaigns } from '../../wallets/pass/wallet-campaign.ts';
import { walletHolders } from '../../wallets/pass/wallet-holders.ts';
import { pushes } from '../../wallets/push/push.ts';
import { walletTellings } from '../../wallets/telling/telling.ts';
import { walletLanes } from '../../wallets/telling/wallet-lane.ts';
import { webhookAttempts, webhookDeliveries } from '../../webhooks/delivery/delivery.ts';
import { webhookEndpoints } from '../../webhooks/endpoint/endpoint.ts';
import { endpointTraffic } from '../../webhooks/traffic/endpoint-traffic.ts';

/** All entities and migrations. */
export const model: Model = {
  entities: [
    accounts,
    apiKeys,
    folders,
    coupons,
    couponTags,
    landingPages,
    couponSessions,
    sessionMarks,
    sessionSearchKeys,
    sessionIdentities,
    landingSubmissions,
    validationCodes,
    validationCodeSpaces,
    directories,
    categories,
    placements,
    directoryUsers,
    memberKeys,
    singleSignOns,
    directorySignIns,
    signInAttempts,
    directoryOpenings,
    loyaltyCards,
    loyaltyRewards,
    loyaltyPersons,
    loyaltyMemberships,
    searchKeys,
    earnedRewards,
    ledgerEntries,
    merchants,
    events,
    sharedEvents,
    idempotentCalls,
    jobs,
    sequences,
    webhookEndpoints,
    webhookDeliveries,
    webhookAttempts,
    notices,
    integrations,
    messageContents,
    messages,
    couponReceipts,
    earlyReceipts,
    optOuts,
    contactGroups,
    contacts,
    certificateRequests,
    walletPasses,
    walletCampaigns,
    walletHolders,
    walletDevices,
    walletRegistrations,
    googleClasses,
    googleNonces,
    pushes,
    walletLanes,
    walletTellings,
    walletDesigns,
    walletPictures,
    statistics,
    statisticsTotals,
    statisticsRefusals,
    people,
    accountMemberships,
    personLinks,
    signIns,
    tills,
    endpointTraffic,
    printParts,
    processHeartbeats,
    auditEntries,
    auditBlocks,
    auditChains,
    loggedRequests,
    eventTraces,
    externalIds,
    importSteps,
    lastingKeys,
    personalTokens,
    personalParts,
  ] as EntitySchema[],
  migrations: [Initial1763683200000],
};

/** The columns with encrypted values. */
export const sealedColumns = [
  { schema: integrations, columns: ['settings'] },
  { schema: certificateRequests, columns: ['privateKey'] },
  { schema: webhookEndpoints, columns: ['secret', 'previousSecret', 'hmacSecret'] },
  { schema: idempotentCalls, columns: ['result'] },
  { schema: lastingKeys, columns: ['sealed'] },
] as SealedColumns[];
