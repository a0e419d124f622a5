import type { Coupon } from '../../coupons/coupon/coupon.ts';
import { directoryRow } from '../../directories/directory/directory.ts';
import type { Connection } from '../../kernel/database/database.ts';
import type { RowLock } from '../../kernel/database/dialect.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { invalidInput } from '../../kernel/problem.ts';
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
import type { MessageChannel } from '../../messaging/platform/channel.ts';
import { directoryPath, loyaltyCardPath } from '../../vocabulary/links.ts';

const longestSms = 1000;

/** Returns the content of messages that send a coupon. Rejects a wording that the channel does not allow. */
export function couponContent(channel: MessageChannel, coupon: Coupon, wording: Wording): NewContent {
  requireWordingOf(channel, wording);
  return channel === 'EMAIL' ? couponEmail(coupon, wording) : couponSms(coupon, wording);
}

/** Returns the content of messages that send a loyalty card or a directory, and the path that they link to. */
export async function campaignContent(
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
  if (subject) throw invalidInput('subject', 'is allowed only for emails');
  if ((body?.length ?? 0) > longestSms)
    throw invalidInput('body', `must have at most ${longestSms} characters for SMS`);
}
