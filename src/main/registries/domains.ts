import { accountsDomain } from '../../accounts/domain.ts';
import { idempotentCalls } from '../../api/idempotency.ts';
import { auditBlocks, auditChains } from '../../audit/audit-chain.ts';
import { auditEntries } from '../../audit/audit-entry.ts';
import { contactsDomain } from '../../contacts/domain.ts';
import { couponsDomain } from '../../coupons/domain.ts';
import { directoriesDomain } from '../../directories/domain.ts';
import { eventsDomain } from '../../events/domain.ts';
import { exportsDomain } from '../../exports/domain.ts';
import { externalIds } from '../../external-ids/external-id.ts';
import { importSteps } from '../../external-ids/step-of-import.ts';
import { jobsDomain } from '../../jobs/domain.ts';
import { processHeartbeats } from '../../kernel/database/engines/cluster/process-heartbeat.ts';
import { sequences } from '../../kernel/database/sequence.ts';
import { type Domain, defineDomain } from '../../kernel/domain.ts';
import { events } from '../../kernel/event-log/event.ts';
import { sharedEvents } from '../../kernel/event-log/shared-event.ts';
import { eventTraces } from '../../kernel/event-log/traces/event-trace.ts';
import { jobs } from '../../kernel/jobs/job.ts';
import { addProblems } from '../../kernel/problem.ts';
import { locationsDomain } from '../../locations/domain.ts';
import { loyaltyDomain } from '../../loyalty/domain.ts';
import { messagingDomain } from '../../messaging/domain.ts';
import { peopleDomain } from '../../people/domain.ts';
import { lastingKeys } from '../../personal-data/address-hash.ts';
import { personalTokens } from '../../personal-data/personal-token.ts';
import { privacyDomain } from '../../privacy/domain.ts';
import { sessionsDomain } from '../../sessions/domain.ts';
import { statisticsDomain } from '../../statistics/domain.ts';
import { tillsDomain } from '../../tills/domain.ts';
import { walletsDomain } from '../../wallets/domain.ts';
import { webhooksDomain } from '../../webhooks/domain.ts';

const kernel = defineDomain({
  tables: [
    events,
    sharedEvents,
    idempotentCalls,
    jobs,
    sequences,
    processHeartbeats,
    auditEntries,
    auditBlocks,
    auditChains,
    eventTraces,
    externalIds,
    importSteps,
    lastingKeys,
    personalTokens,
  ],
  sealedColumns: [
    { schema: idempotentCalls, columns: ['result'] },
    { schema: lastingKeys, columns: ['sealed'] },
  ],
});

export const domains: readonly Domain[] = [
  kernel,
  accountsDomain,
  jobsDomain,
  eventsDomain,
  locationsDomain,
  couponsDomain,
  sessionsDomain,
  directoriesDomain,
  loyaltyDomain,
  tillsDomain,
  messagingDomain,
  contactsDomain,
  walletsDomain,
  webhooksDomain,
  peopleDomain,
  statisticsDomain,
  exportsDomain,
  privacyDomain,
];

for (const { problems = {} } of domains) addProblems(problems);
