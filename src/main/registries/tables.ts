import type { EntitySchema } from 'typeorm';
import { Initial1763683200000 } from '../../../migrations/1763683200000-initial.ts';
import { EventPositions1763700000000 } from '../../../migrations/1763700000000-event-positions.ts';
import { Webhooks1763701000000 } from '../../../migrations/1763701000000-webhooks.ts';
import { Directories1763708400000 } from '../../../migrations/1763708400000-directories.ts';
import { Loyalty1763709000000 } from '../../../migrations/1763709000000-loyalty.ts';
import { Holds1763712000000 } from '../../../migrations/1763712000000-holds.ts';
import { CouponPictures1763713000000 } from '../../../migrations/1763713000000-coupon-pictures.ts';
import { Sending1763720000000 } from '../../../migrations/1763720000000-sending.ts';
import { EarlyReceipts1763721000000 } from '../../../migrations/1763721000000-early-receipts.ts';
import { Contacts1763722000000 } from '../../../migrations/1763722000000-contacts.ts';
import { CouponTexts1763731000000 } from '../../../migrations/1763731000000-coupon-texts.ts';
import { Listings1763731400000 } from '../../../migrations/1763731400000-listings.ts';
import { SessionTimes1763732000000 } from '../../../migrations/1763732000000-session-times.ts';
import { DirectoryDetails1763733000000 } from '../../../migrations/1763733000000-directory-details.ts';
import { LedgerMerchants1763734000000 } from '../../../migrations/1763734000000-ledger-merchants.ts';
import { WebhookTypes1763735000000 } from '../../../migrations/1763735000000-webhook-types.ts';
import { SearchKeys1763736000000 } from '../../../migrations/1763736000000-search-keys.ts';
import { Wallets1763737000000 } from '../../../migrations/1763737000000-wallets.ts';
import { WalletPushes1763738000000 } from '../../../migrations/1763738000000-wallet-pushes.ts';
import { GoogleTellings1763739000000 } from '../../../migrations/1763739000000-google-tellings.ts';
import { SessionMarks1763740000000 } from '../../../migrations/1763740000000-session-marks.ts';
import { GoogleWallet1763741000000 } from '../../../migrations/1763741000000-google-wallet.ts';
import { Statistics1763742000000 } from '../../../migrations/1763742000000-statistics.ts';
import { WalletHolders1763743000000 } from '../../../migrations/1763743000000-wallet-holders.ts';
import { WalletDesigns1763744000000 } from '../../../migrations/1763744000000-wallet-designs.ts';
import { People1763745000000 } from '../../../migrations/1763745000000-people.ts';
import { EventsOfCampaigns1763746100000 } from '../../../migrations/1763746100000-events-of-campaigns.ts';
import { WebhookTraffic1763746200000 } from '../../../migrations/1763746200000-webhook-traffic.ts';
import { MemberSearch1763746500000 } from '../../../migrations/1763746500000-member-search.ts';
import { CustomIdKeys1763748000000 } from '../../../migrations/1763748000000-custom-id-keys.ts';
import { Tills1763749000000 } from '../../../migrations/1763749000000-tills.ts';
import { LandingPages1763749100000 } from '../../../migrations/1763749100000-landing-pages.ts';
import { PrintSheets1763749300000 } from '../../../migrations/1763749300000-print-sheets.ts';
import { ProcessHeartbeats1763749600000 } from '../../../migrations/1763749600000-process-heartbeats.ts';
import { AuditLog1763749700000 } from '../../../migrations/1763749700000-audit-log.ts';
import { RequestLog1763749800000 } from '../../../migrations/1763749800000-request-log.ts';
import { EventTraces1763749900000 } from '../../../migrations/1763749900000-event-traces.ts';
import { PersonalData1763750100000 } from '../../../migrations/1763750100000-personal-data.ts';
import { ClosedAccounts1763750200000 } from '../../../migrations/1763750200000-closed-accounts.ts';
import { AccountRemovals1763750250000 } from '../../../migrations/1763750250000-account-removals.ts';
import { ExternalIds1763750300000 } from '../../../migrations/1763750300000-external-ids.ts';
import { TestAccounts1763750400000 } from '../../../migrations/1763750400000-test-accounts.ts';
import { SuppressedMessages1763750533000 } from '../../../migrations/1763750533000-suppressed-messages.ts';
import { PeopleOfOneAddress1763750600000 } from '../../../migrations/1763750600000-people-of-one-address.ts';
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
  migrations: [
    Initial1763683200000,
    EventPositions1763700000000,
    Webhooks1763701000000,
    Directories1763708400000,
    Loyalty1763709000000,
    Holds1763712000000,
    CouponPictures1763713000000,
    Sending1763720000000,
    EarlyReceipts1763721000000,
    Contacts1763722000000,
    CouponTexts1763731000000,
    Listings1763731400000,
    SessionTimes1763732000000,
    DirectoryDetails1763733000000,
    LedgerMerchants1763734000000,
    WebhookTypes1763735000000,
    SearchKeys1763736000000,
    Wallets1763737000000,
    WalletPushes1763738000000,
    GoogleTellings1763739000000,
    SessionMarks1763740000000,
    GoogleWallet1763741000000,
    Statistics1763742000000,
    WalletHolders1763743000000,
    WalletDesigns1763744000000,
    People1763745000000,
    EventsOfCampaigns1763746100000,
    WebhookTraffic1763746200000,
    MemberSearch1763746500000,
    CustomIdKeys1763748000000,
    Tills1763749000000,
    LandingPages1763749100000,
    PrintSheets1763749300000,
    ProcessHeartbeats1763749600000,
    AuditLog1763749700000,
    RequestLog1763749800000,
    EventTraces1763749900000,
    PersonalData1763750100000,
    ClosedAccounts1763750200000,
    AccountRemovals1763750250000,
    ExternalIds1763750300000,
    TestAccounts1763750400000,
    SuppressedMessages1763750533000,
    PeopleOfOneAddress1763750600000,
  ],
};

/** The columns with encrypted values. */
export const sealedColumns = [
  { schema: integrations, columns: ['settings'] },
  { schema: certificateRequests, columns: ['privateKey'] },
  { schema: webhookEndpoints, columns: ['secret', 'previousSecret', 'hmacSecret'] },
  { schema: idempotentCalls, columns: ['result'] },
  { schema: lastingKeys, columns: ['sealed'] },
] as SealedColumns[];
