import type { ErrorRequestHandler, Request } from 'express';
import type { Services } from '../../api/context.ts';
import { toProblem } from '../../api/errors.ts';
import { traceOf } from '../../http/request-trace.ts';
import { statusOfUnreadable } from '../../http/unreadable-request.ts';
import { type Problem, retryAfterOf } from '../../kernel/problem.ts';
import { type PageLanguage, pageLanguage } from '../offer/page-language.ts';
import { sendMessage } from './site.tsx';

type Failure = readonly [title: string, text: string];

const en = {
  unreadable: ['Bad request', 'The service could not read this request.'],
  gone: ['Not found', 'This content is no longer available.'],
  badAddress: ['Bad request', 'Something in this address is not valid, or no longer.'],
  tooMany: ['Too many requests', 'Please try again soon.'],
  unavailable: ['Temporarily unavailable', 'The service is temporarily unavailable. Please try again soon.'],
  notPossible: (text: string) => ['Not possible', text],
  internal: (requestId: string) => ['Something went wrong', `The id of this request is ${requestId}.`],
} satisfies Record<string, Failure | ((said: string) => Failure)>;

const de: typeof en = {
  unreadable: ['Ungültige Anfrage', 'Der Dienst konnte diese Anfrage nicht lesen.'],
  gone: ['Nicht gefunden', 'Diesen Inhalt gibt es nicht mehr.'],
  badAddress: ['Ungültige Anfrage', 'Etwas in dieser Adresse ist nicht oder nicht mehr gültig.'],
  tooMany: ['Zu viele Anfragen', 'Bitte versuchen Sie es gleich noch einmal.'],
  unavailable: [
    'Zurzeit nicht erreichbar',
    'Der Dienst ist zurzeit nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  ],
  notPossible: (text) => ['Nicht möglich', text],
  internal: (requestId) => ['Etwas ist schiefgegangen', `Die Kennung dieser Anfrage ist ${requestId}.`],
};

const words: Record<PageLanguage, typeof en> = { en, de };

/** Sends errors as HTML pages. */
export function answerPageFailure(
  { log }: Services,
  languageOf: (request: Request) => PageLanguage = pageLanguage,
): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const language = languageOf(request);
    const say = (status: number, [title, text]: Failure) => sendMessage(response, { status, language }, title, text);
    const unreadable = statusOfUnreadable(error);
    if (unreadable) return say(unreadable, words[language].unreadable);
    const { requestId } = traceOf(request);
    const problem = toProblem(error, log, requestId);
    const retryAfter = retryAfterOf(problem);
    if (retryAfter !== null) response.set('Retry-After', String(retryAfter));
    say(...failureOf(problem, requestId, language));
  };
}

function failureOf(
  { code, message }: Problem,
  requestId: string,
  language: PageLanguage,
): [status: number, failure: Failure] {
  const { gone, badAddress, tooMany, unavailable, notPossible, internal } = words[language];
  // The object was deleted between two statements of the request.
  if (code.endsWith('_NOT_FOUND')) return [404, gone];
  // A visitor changed an id, a cursor or a filter in the address.
  if (code === 'INVALID_INPUT' || code === 'CURSOR_EXPIRED') return [400, badAddress];
  if (code === 'TOO_MANY_REQUESTS') return [429, tooMany];
  if (code === 'UNAVAILABLE') return [503, unavailable];
  if (code === 'INTERNAL') return [500, internal(requestId)];
  return [422, notPossible(message)];
}
