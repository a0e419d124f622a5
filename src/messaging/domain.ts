import { defineDomain } from '../kernel/domain.ts';
import { messageContents } from './content/message-content.ts';
import { freeReceiptsJob } from './delivery/job-messages.ts';
import { retryMessagesJob } from './delivery/message-retry.ts';
import { certificateRequests } from './integration/certificate-request.ts';
import { integrations } from './integration/integration.ts';
import { couponReceipts } from './message/coupon-receipt.ts';
import { messages } from './message/message.ts';
import { messagingProblems } from './messaging-problems.ts';
import { optOuts } from './opt-out/opt-out.ts';
import { earlyReceipts } from './receipt/early-receipt.ts';

export const messagingDomain = defineDomain({
  problems: messagingProblems,
  tables: [integrations, messageContents, messages, couponReceipts, earlyReceipts, optOuts, certificateRequests],
  sealedColumns: [
    { schema: integrations, columns: ['settings'] },
    { schema: certificateRequests, columns: ['privateKey'] },
  ],
  jobs: [freeReceiptsJob, retryMessagesJob],
});
