import type { ErrorRequestHandler, Request } from 'express';
import type { Services } from '../../api/context.ts';
import { toProblem } from '../../api/errors.ts';
import { pageLanguage } from '../../http/browser/page-language.ts';
import { traceOf } from '../../http/request-trace.ts';
import { statusOfUnreadable } from '../../http/unreadable-request.ts';
import { type Problem, retryAfterOf } from '../../kernel/problem.ts';
import type { Failure } from '../../words/en/messages-en.ts';
import { dictionaries, type Language } from '../../words/languages.ts';
import { sendMessage } from './site.tsx';

export function answerPageFailure(
  { log }: Services,
  languageOf: (request: Request) => Language = pageLanguage,
): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const language = languageOf(request);
    const say = (status: number, [title, text]: Failure) => sendMessage(response, { status, language }, title, text);
    const unreadable = statusOfUnreadable(error);
    if (unreadable) return say(unreadable, dictionaries[language].failures.unreadable);
    const { requestId } = traceOf(request);
    const problem = toProblem(error, log, requestId);
    const retryAfter = retryAfterOf(problem);
    if (retryAfter !== null) response.set('Retry-After', String(retryAfter));
    say(...failureOf(problem, requestId, language));
  };
}

function failureOf({ code }: Problem, requestId: string, language: Language): [status: number, failure: Failure] {
  const { failures, problems } = dictionaries[language];
  const { gone, badAddress, tooMany, unavailable, notPossible, internal } = failures;
  // The object was deleted between two statements of the request.
  if (code.endsWith('_NOT_FOUND')) return [404, gone];
  // The visitor has changed an id, a cursor or a filter in the address.
  if (code === 'INVALID_INPUT' || code === 'CURSOR_EXPIRED') return [400, badAddress];
  if (code === 'TOO_MANY_REQUESTS') return [429, tooMany];
  if (code === 'UNAVAILABLE') return [503, unavailable];
  if (code === 'INTERNAL') return [500, internal(requestId)];
  return [422, notPossible(problems[code])];
}
