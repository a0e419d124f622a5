import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestHandler, Response } from 'express';
import { type Instant, nowMilliseconds, toDate } from '../../kernel/values/instant.ts';
import { policyWith } from '../public/site.tsx';

const script = readFileSync(new URL('./live.js', import.meta.url), 'utf8');

/** The name contains a hash of the content, so browsers may keep the file forever. */
export const liveScriptPath = `/site/live-${createHash('sha256').update(script).digest('hex').slice(0, 16)}.js`;

export const sendLiveScript: RequestHandler = (_, response) => {
  response.set({ 'Cache-Control': 'public, max-age=31536000, immutable' }).type('js').send(script);
};

export interface LiveVersion {
  /** A text that changes when the content of the page changes. */
  version: string;
  /** When the page changes by itself, or null if it never does. */
  next: Instant | null;
}

/** The maximum duration of a timer. Nobody keeps a page open for longer. */
const longestTimer = 24 * 3600_000;

/** Returns the parts of a live page. Without scripts, the page shows a change when it is loaded again. */
export function liveParts({ version, next }: LiveVersion) {
  return {
    head: <script type="module" src={liveScriptPath} />,
    attributes: { 'data-version': version, 'data-next': next === null ? null : untilSoon(next) },
    below: <p class="unseen" role="status" data-news="" />,
  };
}

/** Returns milliseconds from now, because the clock of the visitor may be wrong. */
function untilSoon(next: Instant): number | null {
  const milliseconds = toDate(next).getTime() - nowMilliseconds();
  return milliseconds < longestTimer ? Math.max(0, milliseconds) : null;
}

export function allowLive(response: Response): void {
  response.set('Content-Security-Policy', policyWith("script-src 'self'", "connect-src 'self'"));
}

/** Returns a text that is the same for the same records, but does not reveal them. */
export function versionOf(...records: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(records)).digest('base64url').slice(0, 16);
}
