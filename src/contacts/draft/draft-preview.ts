import type { Viewer } from '../../api/viewer.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { Problem } from '../../kernel/problem.ts';
import { contentIdOf } from '../../messaging/content/message-content.ts';
import { type Links, renderMessage } from '../../messaging/content/rendering.ts';
import type { Outgoing } from '../../messaging/platform/platform.ts';
import { requireSendable, requireSendableCoupon, whyUnusable } from '../../messaging/send/letter.ts';
import { type CouponSession, requireSession } from '../../sessions/session/session.ts';
import { sessionPath } from '../../vocabulary/links.ts';
import { readContacts } from '../contact/contact.ts';
import { type Draft, requireAddress } from './draft.ts';

export interface MessagePreview {
  outgoing: Outgoing;
  url: string;
  recipient: PreviewRecipient;
  /** The reason why it would not be sent. */
  problem: string | null;
}

interface PreviewRecipient {
  address: string;
  firstName: string | null;
  lastName: string | null;
  kind: 'GIVEN' | 'CONTACT' | 'EXAMPLE';
}

interface DraftRecipient {
  address: string | null;
  firstName: string | null;
  lastName: string | null;
  session?: string | null | undefined;
}

/** An id in the form of real ones, so that a preview is as long as the message. */
const exampleMessage = `msg_${'0'.repeat(16)}`;
const exampleSession = 'example'.repeat(3);

/** Renders and checks a draft exactly like a send. */
export async function previewDraft(
  connection: Connection,
  { account }: Pick<Viewer, 'account'>,
  draft: Draft,
  given: DraftRecipient,
  links: Links,
): Promise<MessagePreview> {
  const { about, channel, content, integration } = draft;
  const session =
    about.coupon && given.session
      ? await requireSession(connection, { couponId: about.coupon.id, session: given.session })
      : null;
  const recipient = await recipientOf(connection, draft, given, session);
  const link = about.coupon ? sessionPath(about.coupon.code, session?.session ?? exampleSession) : about.link;
  const message = { ...recipient, id: exampleMessage, accountId: account.id, channel, link };
  const stored = { ...content, id: contentIdOf(account.id, content) };
  const outgoing = renderMessage(stored, message, { account, integration }, links);
  const problem = await problemOf(() => requireSendableTo(connection, account, draft, recipient, session));
  return { outgoing, url: links.publicUrl + link, recipient, problem };
}

const examples = { EMAIL: 'ada@example.com', SMS: '+491701234567' };

async function recipientOf(
  connection: Connection,
  { channel, group }: Draft,
  { address, ...given }: DraftRecipient,
  session: CouponSession | null,
): Promise<PreviewRecipient> {
  const firstName = given.firstName ?? session?.firstName ?? null;
  const lastName = given.lastName ?? session?.lastName ?? null;
  if (address !== null) return { address: requireAddress(channel, address), firstName, lastName, kind: 'GIVEN' };
  const first = { after: 0, last: group?.lastNumber ?? 0, limit: 1 };
  const [contact] = group ? await readContacts(connection, group.id, first) : [];
  if (contact) return { ...contact, kind: 'CONTACT' };
  const isNamed = firstName !== null || lastName !== null;
  const names = isNamed ? { firstName, lastName } : { firstName: 'Ada', lastName: 'Lovelace' };
  return { ...names, address: examples[channel], kind: 'EXAMPLE' };
}

/** Checks the recipient, and rejects what a send rejects. For a group, the opt-out of a contact does not matter. */
async function requireSendableTo(
  connection: Connection,
  account: Viewer['account'],
  { about, channel, content, integration }: Draft,
  recipient: PreviewRecipient,
  session: CouponSession | null,
): Promise<void> {
  const caller = { account, integration };
  if (recipient.kind === 'GIVEN') {
    if (about.coupon) await requireSendableCoupon(connection, caller, about.coupon, content, recipient, session);
    else await requireSendable(connection, caller, recipient.address, content);
    return;
  }
  const unusable = about.coupon && whyUnusable(about.coupon, session);
  if (unusable) throw new Problem(`${channel}_NOT_SENT`, `Nothing would be sent: ${unusable}.`);
}

async function problemOf(check: () => Promise<void>): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}
