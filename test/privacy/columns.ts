/* Every column of every table. A new column belongs into one of these lists, by the question: can it tell about a person? */

/**
 * What tells about a customer of an account. An export contains it and an erasure removes it. Name the noun that does so in
 * main/registries/extensions.ts before you add a column here.
 */
export const columnsOfCustomers: Record<string, string> = {
  audit_entries: 'given',
  contacts: 'address addressKey firstName lastName birthday',
  coupon_receipts: 'address',
  coupon_sessions:
    'customId customValidationCode firstName lastName email emailKey phone phoneKey customField1 customField2 customField3 customField4 customField5 customField6 customField7 utmCampaign utmSource utmMedium utmTerm utmContent holdKey',
  directory_search_keys: 'value',
  directory_users: 'email emailKey firstName lastName phone address zip city birthDate passwordHash blockReason',
  early_receipts: 'reason',
  events: 'data',
  external_ids: 'externalId',
  idempotent_calls: 'idempotencyKey result',
  jobs: 'input progress error',
  landing_submissions: 'sent',
  logged_requests: 'path operation body',
  loyalty_persons:
    'email phone firstName lastName gender birthday address zip city custom1 custom2 custom3 custom4 custom5 custom6 custom7 custom8 passwordHash',
  loyalty_purchases: 'reference',
  loyalty_search_keys: 'value',
  message_contents: 'sender subject body buttonText',
  messages: 'address addressKey firstName lastName reason',
  notices: 'message',
  opt_outs: 'address',
  personal_parts: 'content',
  session_identities: 'value',
  session_search_keys: 'value',
  wallet_passes: 'message',
  webhook_attempts: 'response error',
};

/** What tells about the people who work for an account. They are removed by removePerson and with the account. */
export const columnsOfStaff: Record<string, string> = {
  accounts: 'name',
  api_keys: 'name',
  audit_entries: 'address',
  console_people: 'email name passwordHash',
  person_links: 'email',
  sign_ins: 'address browser',
  tills: 'name',
};

/** What identifies a phone. It stays as long as the phone has the pass, because the phone has to learn of the erasure. */
export const columnsOfPhones: Record<string, string> = {
  wallet_devices: 'libraryId pushToken',
};

/** What tells about nobody: ids, times, amounts, states, texts of campaigns. */
export const otherColumns: Record<string, string> = {
  account_members: 'accountId personId role createdAt reachedAt',
  accounts:
    'id domain timezone emailBalance parentId testOf createdAt closedAt closedWith removalBeganAt messagesKeptDays deliveriesKeptDays requestsKeptDays clockAhead clockSetAt clockTarget',
  api_keys: 'id accountId secretHash scopeList madeBy createdAt expiresAt lastUsedAt revokedAt',
  audit_blocks: 'number content entries hash createdAt',
  audit_chains: 'name last lastHash pruned prunedHash seal',
  audit_entries: 'id accountId createdAt keyId operation outcome answered requestId salt givenDigest proof block',
  categories: 'id accountId directoryId name position createdAt',
  certificate_requests: 'accountId privateKey createdAt',
  console_people: 'id createdAt provenAt lastSignedInAt lastAccountId',
  contact_groups: 'id accountId channel name contacts lastNumber createdAt deletedAt',
  contacts:
    'groupId number id custom1 custom2 custom3 custom4 custom5 custom6 custom7 custom8 custom9 custom10 createdAt',
  coupon_locations: 'couponId locationId',
  coupon_receipts: 'couponId messageId createdAt',
  coupon_sessions:
    'sequence session accountId couponId moneySpent createdAt openedAt startedAt claimedAt claimType validatedAt locationId lockedAt voidedAt unvoidedAt savedToAppleAt savedToGoogleAt updatedAt heldUntil ownExpiresAt transitionId',
  coupon_tags: 'couponId tag',
  coupons:
    'id accountId code name title subtitle description terms termsShort poweredBy poweredByUrl imageUrl logoUrl bannerList status timezone startsAt expiryType expiresAt expiryDays lockedAt voidedAt folderId value currency barcode emailSubject emailBody smsBody poolSince locationCount createdAt deletedAt',
  directories: 'id accountId code name title description imageUrl timezone createdAt updatedAt deletedAt',
  directory_openings: 'userId campaignId accountId session createdAt',
  directory_search_keys: 'directoryId createdAt userId',
  directory_sign_ins: 'tokenHash accountId userId createdAt expiresAt',
  directory_users:
    'id accountId directoryId custom1 custom2 custom3 blockedAt paidAccessUntil accessExpiredAt createdAt updatedAt',
  early_receipts: 'number integrationId platformId state createdAt',
  earned_rewards: 'id member rewardId earnedAt expiresAt usedAt withdrawnAt milestone filledCards',
  event_traces: 'eventId traceparent createdAt',
  events: 'number position id accountId kind type createdAt campaignId session keyId',
  external_ids: 'accountId kind id',
  folders: 'id accountId name parentId createdAt',
  google_classes: 'id campaignId digest',
  google_nonces: 'digest expiresAt',
  idempotent_calls: 'accountId keyId operation fingerprint createdAt',
  import_steps: 'accountId source step page nextSequence counted finishedAt',
  integrations:
    'id accountId channel provider settings shown perSecond version connectedAt disconnectedAt nextDueAt nextSlotAt',
  jobs: 'id accountId lane kind status attempts lease createdAt dueAt finishedAt',
  landing_pages: 'couponId accountId fieldList uniqueField maxSubmissions consent submissions',
  landing_submissions: 'form couponId accountId sequence createdAt',
  lasting_keys: 'name sealed',
  ledger_entries: 'number id member unit delta balance reason rewardId reverses locationId lots keyId createdAt',
  logged_requests: 'number accountId createdAt keyId method status problem milliseconds requestId',
  loyalty_cards:
    'id accountId code name domain type medium stampsRequired maxPerDay pointsPerAmount pointsRounding pointsValidDays title description backgroundColor textColor logoUrl createdAt deactivatedAt deletedAt',
  loyalty_members: 'number accountId cardId userId stamps points filledCards voidedAt createdAt',
  loyalty_persons: 'id accountId createdAt',
  loyalty_purchases: 'cardId member amount entryId createdAt',
  loyalty_rewards: 'id accountId cardId name description unit points stamps validDays createdAt retiredAt',
  loyalty_search_keys: 'cardId field createdAt member',
  locations: 'id accountId name address zip city createdAt',
  message_contents: 'id accountId format createdAt',
  messages:
    'number id accountId integrationId channel campaignId session contentId link status urgent jobId keyId paid createdAt dueAt claims failures sentAt deliveredAt finishedAt platformId segments',
  notices: 'number accountId type subject createdAt',
  opt_outs: 'accountId channel reason createdAt',
  person_links: 'id tokenHash kind accountId personId role madeBy createdAt expiresAt usedAt revokedAt mailedAt',
  personal_parts: 'jobId number accountId noun createdAt',
  personal_tokens: 'person kind value createdAt',
  placements: 'directoryId campaignId accountId categoryId position paidSince createdAt',
  point_lots: 'entryId member remaining expiresAt',
  print_parts: 'jobId page accountId offsets characters bytes createdAt',
  process_heartbeats: 'processId server beatAt',
  sequences: 'name value reservedAt',
  session_identities: 'couponId field sequence',
  session_marks: 'couponId kind at sequence',
  session_search_keys: 'accountId field sequence',
  shared_events: 'eventId accountId',
  sign_in_attempts: 'subject failures endsAt',
  sign_ins: 'id tokenHash personId accountId createdAt lastUsedAt expiresAt',
  single_sign_ons: 'tokenHash accountId directoryId userId createdAt expiresAt usedAt',
  statistics:
    'campaignId span bucket created opened saved claimed validated unvalidated voided unvoided removed moneySpent moneyUnvalidated sent delivered failed suppressed refused stampsAdded stampsRemoved pointsAdded pointsRemoved rewardsEarned rewardsUsed rewardsWithdrawn rewardsReturned members membersRemoved openings',
  statistics_refused_attempts: 'campaignId span bucket code amount',
  statistics_totals:
    'campaignId accountId created opened saved claimed validated unvalidated voided unvoided removed moneySpent moneyUnvalidated sent delivered failed suppressed refused stampsAdded stampsRemoved pointsAdded pointsRemoved rewardsEarned rewardsUsed rewardsWithdrawn rewardsReturned members membersRemoved openings',
  tills:
    'id accountId locationId secretHash pairingHash pairingExpiresAt redeemsAtOnce asksForMoney fields offlineRedemption madeBy createdAt pairedAt lastUsedAt revokedAt',
  validation_code_spaces: 'couponId form used',
  validation_codes: 'couponId code sequence position',
  wallet_campaigns: 'campaignId accountId changed message messageChange',
  wallet_designs:
    'campaignId accountId backgroundColor foregroundColor labelColor logoText provider iconUrl logoUrl stripUrl iconId logoId stripId terms locationList labelList changeList changedAt',
  wallet_devices: 'number passType registeredAt countedChange',
  pass_counts: 'campaignId issuer other people ever',
  wallet_lanes: 'id accountId nextDueAt nextSlotAt pausedVersion pauseReason pausedAt',
  wallet_passes:
    'id accountId campaignId session member userId platform issuer token changed made messageChange createdAt savedAt removedAt reportedAt eventsUntil',
  wallet_pictures: 'id accountId apple google createdAt',
  wallet_pushes:
    'number id accountId campaignId message audience jobId recipients notified failed unnotified fetched messageChange createdAt',
  wallet_registrations: 'passId device createdAt',
  wallet_notifications: 'number laneId device target pushId passes urgent state dueAt failures',
  webhook_attempts: 'deliveryNumber number at milliseconds status',
  webhook_deliveries:
    'number id accountId endpointId eventId position status createdAt dueAt finishedAt claims failures',
  webhook_endpoints:
    'id accountId url description kindList typeList fifo includeSubaccounts secret previousSecret previousSecretUntil hmacSecret createdAt disabledAt disabledReason failingSince nextDueAt deletedAt',
  webhook_traffic: 'endpointId bucket delivered failed slow milliseconds',
};
