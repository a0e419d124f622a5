import { type Coupon, couponRow } from '../../coupons/coupon/coupon.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { findRows, shareRow } from '../../kernel/database/rows.ts';
import type { Reservation } from '../../kernel/database/sequence.ts';
import { holdJob, type Job, type JobProgress, saveProgress } from '../../kernel/jobs/job.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import { messageContents } from '../../messaging/content/message-content.ts';
import { renderSms } from '../../messaging/content/rendering.ts';
import { countWaiting, followJob } from '../../messaging/delivery/job-messages.ts';
import { requireIntegration } from '../../messaging/integration/integration.ts';
import { noteReceipts } from '../../messaging/message/coupon-receipt.ts';
import { type NewMessage, queueMessages, suppressMessages } from '../../messaging/message/message-queue.ts';
import { findOptedOut } from '../../messaging/opt-out/opt-out.ts';
import type { MessageChannel } from '../../messaging/platform/channel.ts';
import { segmentsOf } from '../../messaging/platform/sms-segments.ts';
import { pauseRefusedJobs } from '../../messaging/receipt/refused-alike.ts';
import { createPersonalSessions } from '../../sessions/batch/batch-creation.ts';
import { reserveSequences } from '../../sessions/session/session-creation.ts';
import { newId } from '../../vocabulary/ids.ts';
import { sessionPath } from '../../vocabulary/links.ts';
import { type Contact, readContacts } from '../contact/contact.ts';
import { findGroup, serviceOf } from '../group/contact-group.ts';

export interface GroupSending {
  group: string;
  channel: MessageChannel;
  coupon: string;
  contentId: string;
  keyId: string;
  /** The beginning of links. It counts towards the segments of an SMS. */
  publicUrl: string;
  /** Contacts with higher numbers were added after the job was created. */
  last: number;
}

export interface GroupProgress extends Pick<JobProgress, 'requested' | 'created'> {
  /** The number of the last contact that has a message. */
  after: number;
  complete: boolean;
}

const chunk = 1000;

/** Limits the waiting messages, so that a cancellation has little to do. */
const maxWaiting = 5000;
const untilRoomSeconds = 0.2;
const untilOverSeconds = 0.5;

/**
 * Queues messages in the transaction that stores the progress, so each contact gets exactly one, even after a crash. An
 * opted-out contact gets a suppressed message without a session. The job ends when no message is waiting.
 */
export const sendToGroupJob = defineJob('sendToGroupStep', { step: sendToNext, onStatus: followJob });

async function sendToNext(database: Database, sending: GroupSending, job: Job): Promise<boolean | number> {
  const { complete, after } = JSON.parse(job.progress ?? '') as GroupProgress;
  const waiting = await countWaiting(database, job.id);
  if (complete && waiting > 0) return untilOverSeconds;
  if (complete) {
    // The process that stored the last outcome might not have checked whether to pause the send.
    await pauseRefusedJobs(database, [{ jobId: job.id, accountId: job.accountId ?? '' }]);
    return true;
  }
  if (waiting >= maxWaiting) return untilRoomSeconds;
  const group = await findGroup(database, { accountId: job.accountId ?? '', id: sending.group });
  const contacts = group ? await readContacts(database, group.id, { after, last: sending.last, limit: chunk }) : [];
  const reserved = await reserveSequences(database, contacts.length);
  await database.transaction(async (transaction) => {
    const held = await holdJob(transaction, job);
    if (!held) return;
    const progress = JSON.parse(held.progress ?? '') as GroupProgress;
    await sendTo(transaction, job, sending, contacts, reserved);
    await saveProgress(transaction, job, {
      ...progress,
      created: progress.created + contacts.length,
      after: contacts.at(-1)?.number ?? after,
      complete: contacts.length < chunk,
    });
  });
  return false;
}

async function sendTo(
  transaction: Transaction,
  { id: jobId, accountId }: Job,
  { channel, coupon: couponId, contentId, keyId, publicUrl }: GroupSending,
  contacts: readonly Contact[],
  reserved: Reservation,
): Promise<void> {
  if (contacts.length === 0) return;
  const coupon = await shareRow(transaction, couponRow, { accountId: accountId ?? '', id: couponId });
  const integration = await requireIntegration(transaction, coupon.accountId, serviceOf(channel));
  const keys = contacts.map(({ addressKey }) => addressKey);
  const silent = await findOptedOut(transaction, coupon.accountId, channel, keys);
  const reached = contacts.filter(({ addressKey }) => !silent.has(addressKey));
  const sessions = await createPersonalSessions(transaction, coupon, reserved, reached.map(personOf(channel)), keyId);
  const recipients = reached.map((contact, index) => recipientOf(contact, coupon, sessions[index] ?? null));
  const sending = { integration, contentId, campaignId: coupon.id, keyId, urgent: false, jobId };
  if (channel === 'SMS') await countSegments(transaction, contentId, recipients, publicUrl);
  await noteReceipts(transaction, coupon.id, recipients);
  const unwanted = contacts.filter(({ addressKey }) => silent.has(addressKey));
  await suppressMessages(
    transaction,
    sending,
    unwanted.map((contact) => recipientOf(contact, coupon, null)),
  );
  if (recipients.length > 0) await queueMessages(transaction, sending, recipients);
}

const personOf =
  (channel: MessageChannel) =>
  ({ firstName, lastName, address }: Contact) => ({
    firstName,
    lastName,
    ...(channel === 'EMAIL' ? { email: address } : { phone: address }),
  });

function recipientOf({ address, addressKey, firstName, lastName }: Contact, { code }: Coupon, session: string | null) {
  const link = session ? sessionPath(code, session) : '';
  return { id: newId('message'), address, addressKey, firstName, lastName, session, link, segments: null };
}

async function countSegments(
  transaction: Transaction,
  contentId: string,
  recipients: readonly NewMessage[],
  publicUrl: string,
): Promise<void> {
  const [content] = await findRows(transaction, messageContents, { id: contentId });
  if (!content) return;
  const { accountId } = content;
  for (const recipient of recipients)
    recipient.segments = segmentsOf(renderSms(content, { ...recipient, accountId }, publicUrl).text);
}
