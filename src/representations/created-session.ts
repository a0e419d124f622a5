import { yieldToEventLoop } from '../kernel/values/event-loop.ts';
import type { BatchSession } from '../sessions/batch/batch-creation.ts';
import { sessionPath } from '../vocabulary/links.ts';
import type { Loader } from './loader.ts';

function createdSessionItem({ session, sequence, couponCode, customValidationCode }: BatchSession, publicUrl: string) {
  return {
    single_use_code: session,
    sequence_id: sequence,
    single_use_url: publicUrl + sessionPath(couponCode, session),
    widget_validation_code: session.slice(0, 6),
    custom_validation_code: customValidationCode ?? '',
  };
}

/**
 * An item that is created only when it is written. Otherwise, 100,000 items would stay in memory while a slow client
 * reads them.
 */
class LateItem {
  readonly session: BatchSession;
  readonly publicUrl: string;

  constructor(session: BatchSession, publicUrl: string) {
    this.session = session;
    this.publicUrl = publicUrl;
  }

  toJSON(): object {
    return createdSessionItem(this.session, this.publicUrl);
  }
}

/** Returns items. Other work runs in between, because even 100,000 such items take time. */
export async function createdSessionItems(
  sessions: readonly BatchSession[],
  { publicUrl }: Pick<Loader, 'publicUrl'>,
): Promise<object[]> {
  await yieldToEventLoop();
  const items = sessions.map((session) => new LateItem(session, publicUrl));
  await yieldToEventLoop();
  return items;
}
