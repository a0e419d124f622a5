import { type Coupon, couponRow } from '../../coupons/coupon/coupon.ts';
import { directoryRow } from '../../directories/directory/directory.ts';
import type { Connection } from '../../kernel/database/database.ts';
import type { RowLock } from '../../kernel/database/dialect.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { invalidInput, Problem, refuseTogether } from '../../kernel/problem.ts';
import { cardRow } from '../../loyalty/card/card.ts';
import {
  cardEmail,
  cardSms,
  couponEmail,
  couponSms,
  directoryEmail,
  directorySms,
  type Wording,
} from '../../messaging/content/campaign-content.ts';
import type { NewContent } from '../../messaging/content/message-content.ts';
import { type Integration, requireIntegration } from '../../messaging/integration/integration.ts';
import type { MessageChannel } from '../../messaging/platform/channel.ts';
import { requireSession } from '../../sessions/session/session.ts';
import { directoryPath, loyaltyCardPath } from '../../vocabulary/links.ts';
import { readAddress } from '../contact/contact-address.ts';
import { type ContactGroup, requireGroup, serviceOf } from '../group/contact-group.ts';

export interface DraftInput extends Pick<Wording, 'subject' | 'body' | 'format' | 'buttonText'> {
  campaign: string;
  channel?: MessageChannel | null | undefined;
  group?: string | null | undefined;
  from?: string | null | undefined;
  session?: string | null | undefined;
}

export interface Draft {
  channel: MessageChannel;
  group: ContactGroup | null;
  integration: Integration;
  content: NewContent;
  campaignId: string;
  /** The coupon, or the path to which the link of another campaign leads. */
  about: { coupon: Coupon; link: null } | { coupon: null; link: string };
}

/** Reads a draft. Rejects what a send would reject, and drafts that can have no recipients. */
export async function readDraft(
  connection: Connection,
  accountId: string,
  input: DraftInput,
  lock?: RowLock,
): Promise<Draft> {
  const isCoupon = input.campaign.startsWith('cam_');
  if (input.session && !isCoupon) throw new Problem('SESSION_NOT_FOUND');
  if (input.group && !isCoupon) throw invalidInput('campaign', 'must be a coupon, because groups receive only coupons');
  const given = { accountId, id: input.group ?? '', channel: input.channel };
  const group = input.group ? await requireGroup(connection, given) : null;
  const channel = group?.channel ?? input.channel ?? 'EMAIL';
  const integration = await requireIntegration(connection, accountId, group ? serviceOf(channel) : channel);
  const draft = { channel, group, integration, campaignId: input.campaign };
  const where = { accountId, id: input.campaign };
  const coupon = isCoupon ? await requireRow(connection, couponRow, where, lock) : null;
  // Check references before texts, so that ids of other accounts always count as missing.
  if (coupon && input.session) await requireSession(connection, { couponId: coupon.id, session: input.session });
  const wording = errorMessageOf(input, channel);
  if (coupon) {
    return { ...draft, content: couponContent(channel, coupon, wording), about: { coupon, link: null } };
  }
  const { content, link } = await campaignContent(connection, where, channel, wording, lock);
  return { ...draft, content, about: { coupon: null, link } };
}

/** Rejects fields that only emails with a directory have. */
function errorMessageOf({ campaign, subject, body, from, format, buttonText }: DraftInput, channel: MessageChannel) {
  const given = Object.entries({ from, format, buttonText }).filter(([, value]) => value);
  if (!(campaign.startsWith('dir_') && channel === 'EMAIL'))
    refuseTogether(given.map(([field]) => invalidInput(field, 'is allowed only for emails with a directory')));
  return { subject, body, sender: from, format, buttonText };
}

export function requireAddress(channel: MessageChannel, given: string): string {
  const found = readAddress(channel, given);
  const what = channel === 'EMAIL' ? 'an email address' : 'a phone number in E.164';
  if (!found) throw invalidInput('address', `is not ${what}`);
  return found.address;
}

const longestSms = 1000;

/** Rejects a wording that the channel does not allow. */
export function couponContent(channel: MessageChannel, coupon: Coupon, wording: Wording): NewContent {
  requireWordingOf(channel, wording);
  return channel === 'EMAIL' ? couponEmail(coupon, wording) : couponSms(coupon, wording);
}

async function campaignContent(
  connection: Connection,
  { accountId, id }: { accountId: string; id: string },
  channel: MessageChannel,
  wording: Wording,
  lock?: RowLock,
): Promise<{ content: NewContent; link: string }> {
  requireWordingOf(channel, wording);
  const isEmail = channel === 'EMAIL';
  if (id.startsWith('loy_')) {
    const card = await requireRow(connection, cardRow, { accountId, id }, lock);
    return { content: isEmail ? cardEmail(card, wording) : cardSms(card, wording), link: loyaltyCardPath(card.code) };
  }
  const directory = await requireRow(connection, directoryRow, { accountId, id }, lock);
  const content = isEmail ? directoryEmail(directory, wording) : directorySms(directory, wording);
  return { content, link: directoryPath(directory.code) };
}

function requireWordingOf(channel: MessageChannel, { subject, body }: Wording): void {
  if (channel === 'EMAIL') return;
  const limit = { of: 'characters', bound: 'max', is: longestSms } as const;
  const isLong = (body?.length ?? 0) > longestSms;
  refuseTogether([
    subject ? invalidInput('subject', 'is allowed only for emails') : null,
    isLong ? invalidInput('body', `must have at most ${longestSms} characters for SMS`, limit) : null,
  ]);
}
