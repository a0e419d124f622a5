import type { Request, RequestHandler, Response } from 'express';
import { pageLanguage } from '../../http/browser/page-language.ts';
import { traceOf } from '../../http/request-trace.ts';
import { dictionaries } from '../../words/languages.ts';
import { sendNoPage } from '../public/no-page.ts';
import { sendMessage } from '../public/site.tsx';
import type { LivePage, LivePages } from './live-pages.ts';

interface Followed extends Pick<LivePage, 'accountId' | 'campaignId' | 'subject'> {
  version: string;
}

/** The interval between signs that the connection is open. Otherwise, proxies and the server would close it as idle. */
const beatMilliseconds = 20_000;

/**
 * How long a connection lasts. Pages that stay open for longer reconnect, so that the connections of closed browsers
 * end.
 */
const longestMilliseconds = 15 * 60_000;

/** Sends server-sent events: `one` or `all`, when the page has changed since the version in the query. */
export function followChanges(pages: LivePages, find: (request: Request) => Promise<Followed | null>): RequestHandler {
  return async (request, response) => {
    traceOf(request).operation = 'pageChanges';
    const found = await find(request);
    if (!found) return sendNoPage(request, response);
    const { accountId, campaignId, subject } = found;
    const stream = streamOf(response);
    const leave = await pages.enter({ accountId, campaignId, subject, ...stream }, request.ip ?? '');
    if (!leave) {
      response.set('Retry-After', '60');
      const language = pageLanguage(request);
      const { unavailable, tooManyPages } = dictionaries[language].messages;
      return sendMessage(response, { status: 503, language }, unavailable, tooManyPages);
    }
    if (response.closed) return leave();
    keepOpen(response, leave);
    // The page gets only events that happen after it has entered.
    const current = await find(request);
    if (current?.version !== request.query.version) stream.notify('one');
  };
}

/** Writes to a response, but only once it has begun, because the versions are compared first. */
function streamOf(response: Response): Pick<LivePage, 'notify' | 'end'> {
  const isOpen = () => response.headersSent && !response.writableEnded;
  return {
    notify: (whom) => {
      if (isOpen()) response.write(`data: ${whom}\n\n`);
    },
    end: () => {
      if (isOpen()) response.end();
    },
  };
}

function keepOpen(response: Response, leave: () => void): void {
  response.type('text/event-stream').set('X-Accel-Buffering', 'no').flushHeaders();
  response.write(': open\n\n');
  const beat = setInterval(() => {
    // An ended response stays open until its reader has taken the rest.
    if (!response.writableEnded) response.write(':\n\n');
  }, beatMilliseconds);
  const end = setTimeout(() => response.end(), longestMilliseconds);
  response.once('close', () => {
    clearInterval(beat);
    clearTimeout(end);
    leave();
  });
}
