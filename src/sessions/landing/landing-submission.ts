import { createHash } from 'node:crypto';
import { transactFor } from '../../accounts/account/account-root.ts';
import { type Coupon, couponRow } from '../../coupons/coupon/coupon.ts';
import { stateOf } from '../../coupons/coupon/coupon-state.ts';
import {
  countSubmission,
  isUsedUp,
  readLandingPages,
  uncountSubmission,
} from '../../coupons/landing-page/landing-page.ts';
import { column, table } from '../../kernel/database/columns.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { Conflict } from '../../kernel/database/failures.ts';
import { deleteRows, findRow } from '../../kernel/database/rows.ts';
import { record } from '../../kernel/event-log/event.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { now } from '../../kernel/values/instant.ts';
import { type CouponSession, fromSessions, sessionSelectList } from '../session/session.ts';
import { createSession, type ReservedSequence, reserveSequence } from '../session/session-creation.ts';
import type { CampaignTags } from './campaign-tags.ts';

/** A submitted form. Each form that the service hands out creates at most one session. */
export const landingSubmissions = table({
  name: 'LandingSubmission',
  tableName: 'landing_submissions',
  columns: {
    /** The random part of the form, which identifies it. */
    form: column.key(column.text(22)),
    couponId: column.text(16),
    accountId: column.text(20),
    sequence: column.bigNumber,
    /** A hash of what the visitor entered. */
    sent: column.text(43),
    createdAt: column.instant,
  },
  indices: [
    { name: 'landing_submissions_coupon', columns: ['couponId'] },
    { name: 'landing_submissions_sequence', columns: ['sequence'] },
  ],
});

export type SessionAnswers = Partial<
  Record<'firstName' | 'lastName' | 'email' | 'phone' | `customField${1 | 2 | 3 | 4 | 5 | 6 | 7}`, string>
>;

export interface Submission {
  /** The random part of the form: 22 characters. */
  form: string;
  answers: SessionAnswers;
  /** The answers by the labels of their fields. */
  labelled: Record<string, string>;
  consent: string | null;
  tags: CampaignTags;
}

export interface SubmittedSession extends CouponSession, Pick<Submission, 'labelled' | 'consent' | 'tags'> {}

/**
 * Why a submission is refused: the page is closed, its limit is reached, the person already has a session, or the form
 * has been used for other answers.
 */
export type SubmissionProblem = 'CLOSED' | 'USED_UP' | 'HAS_ONE' | 'FORM_USED';

class SubmissionError extends Error {
  readonly reason: SubmissionProblem;

  constructor(reason: SubmissionProblem) {
    super(`The landing page refused: ${reason}.`);
    this.reason = reason;
  }
}

/** Creates a session. If the same form is sent again with the same answers, it leads to the same session. */
export async function submitLandingForm(
  database: Database,
  coupon: Pick<Coupon, 'id' | 'accountId'>,
  submission: Submission,
): Promise<{ session: CouponSession } | { refused: SubmissionProblem }> {
  const sequence = await reserveSequence(database, coupon.id);
  try {
    const session = await transactFor(database, coupon.accountId, (transaction) =>
      createFor(transaction, coupon, submission, sequence),
    );
    return { session };
  } catch (error) {
    if (error instanceof SubmissionError) return { refused: error.reason };
    throw error;
  }
}

async function createFor(
  transaction: Transaction,
  { id, accountId }: Pick<Coupon, 'id' | 'accountId'>,
  submission: Submission,
  reserved: ReservedSequence,
): Promise<CouponSession> {
  const { form, answers, labelled, consent, tags } = submission;
  const coupon = await findRow(transaction, couponRow, { id, accountId }, 'shared');
  const [page] = await readLandingPages(transaction, [id]);
  if (!coupon || !page) throw new SubmissionError('CLOSED');
  const sent = hashOf(submission);
  const noted = await transaction.change(
    `${transaction.dialect.insertIfAbsent} INTO landing_submissions (form, coupon_id, account_id, sequence, sent, created_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    [form, id, accountId, reserved.sequence, sent, now()],
  );
  if (noted === 0) return earlierSession(transaction, { form, couponId: id, sent });
  if (!/^(RUNNING|ENDING_SOON)$/.test(stateOf(coupon))) throw new SubmissionError('CLOSED');
  if (isUsedUp(page)) throw new SubmissionError('USED_UP');
  const fields = { ...answers, ...tags.utm, duplicateCheck: page.unique };
  const given = page.unique && answers[page.unique === 'EMAIL' ? 'email' : 'phone'];
  // The account has changed the form since the visitor opened it.
  if (page.unique && !given) throw new SubmissionError('CLOSED');
  const { session, duplicate } = await createSession(transaction, coupon, reserved, fields, null);
  if (duplicate) throw new SubmissionError('HAS_ONE');
  // Count last, because concurrent submissions wait here for each other.
  if (!(await countSubmission(transaction, id))) throw new SubmissionError('USED_UP');
  const data: SubmittedSession = { ...session, labelled, consent, tags };
  await record(transaction, {
    ...{ kind: 'LANDING_PAGE', type: 'lp_submission', accountId, keyId: null },
    ...{ campaignId: id, session: session.session, data },
  });
  return session;
}

async function earlierSession(
  connection: Connection,
  { form, couponId, sent }: { form: string; couponId: string; sent: string },
): Promise<CouponSession> {
  const [session] = await connection.rows<CouponSession & { sent: string }>(
    `SELECT ${sessionSelectList}, l.sent AS sent ${fromSessions}
     JOIN landing_submissions l ON l.sequence = s.sequence AND l.coupon_id = s.coupon_id
     WHERE l.form = ? AND l.coupon_id = ?`,
    [form, couponId],
  );
  // The session and its form have been removed since the form blocked this submission. A retry creates a new session.
  if (!session) throw new Conflict();
  if (session.sent !== sent) throw new SubmissionError('FORM_USED');
  return session;
}

/** Hashes the answers. On a shared device, the form of one person must not lead to the session of another. */
function hashOf({ answers }: Submission): string {
  const ordered = Object.entries(answers).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(ordered)).digest('base64url');
}

/** Removes a submission, which frees its place in the limit of the page. */
export async function removeSubmission(transaction: Transaction, { sequence, couponId }: CouponSession): Promise<void> {
  const removed = await deleteRows(transaction, landingSubmissions, { sequence });
  if (removed > 0) await uncountSubmission(transaction, couponId);
}

export const removeSubmissions = removeRows('landing_submissions', 'coupon_id');
