import type { Logger } from 'pino';
import { Problem } from '../../kernel/problem.ts';
import { renderMessage } from '../content/outgoing.ts';
import type { Links } from '../content/unsubscribe-link.ts';
import type { Verdict } from '../platform/platform.ts';
import type { Opened, OpenPlatforms } from './platform-pool.ts';
import type { Prepared } from './senders.ts';

/** Hands a message over to its platform, once. */
export async function attempt(
  platforms: OpenPlatforms,
  links: Links,
  { message, content, sender }: Prepared,
  log: Logger,
): Promise<Verdict> {
  if (!content) return { outcome: 'REFUSED', reason: 'What it says is no longer kept.' };
  let opened: Opened | null = null;
  try {
    const outgoing = renderMessage(content, message, sender, links);
    opened = platforms.use(sender.integration);
    return await opened.platform.send(outgoing);
  } catch (error) {
    if (error instanceof Problem) return { outcome: 'REFUSED', reason: error.message };
    // The text of the error may contain credentials, so it is not logged.
    const { name, code } = error as { name?: string; code?: string };
    log.error({ message: message.id, error: name, code }, 'a message could not be prepared');
    return opened ? unknown : unprepared;
  } finally {
    opened?.giveBack();
  }
}

const unprepared: Verdict = { outcome: 'DEFERRED', reason: 'It could not be prepared on our side.' };

const unknown: Verdict = {
  outcome: 'UNKNOWN',
  reason: 'The connection to the platform failed: it may have arrived or not.',
};
