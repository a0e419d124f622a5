import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { invalidInput } from '../kernel/problem.ts';

const jsonTypes = ['application/json', 'application/graphql-response+json'];

const resultTypes = [...jsonTypes, 'text/event-stream', 'multipart/mixed'];

const streamTypes = ['text/event-stream'];

/**
 * Checks `Accept` early. Yoga checks it too late: a mutation would already have taken effect, or nobody could read a
 * subscription.
 */
export const refuseUnacceptable: Plugin = {
  onRequestParse({ request, endResponse, fetchAPI }) {
    if (accepts(request, resultTypes)) return;
    const { message, code } = unacceptable(resultTypes);
    endResponse(fetchAPI.Response.json({ errors: [{ message, extensions: { code } }] }, { status: 406 }));
  },
  onSubscribe({ args, setResultAndStopExecution }) {
    const { request } = args.contextValue as { request?: Request };
    if (!request || accepts(request, streamTypes)) return;
    const problem = unacceptable(streamTypes);
    setResultAndStopExecution({
      errors: [new GraphQLError(problem.message, { originalError: problem })],
      extensions: { http: { status: 406 } },
    });
  },
};

export function acceptsJson(request: Request): boolean {
  return accepts(request, jsonTypes);
}

function unacceptable(types: readonly string[]) {
  return invalidInput('Accept', `must allow ${types.join(' or ')}, in UTF-8`);
}

function accepts({ headers }: Request, types: readonly string[]): boolean {
  const accepted = headers.get('accept') || '*/*';
  if (accepted === '*/*') return true;
  const ranges = accepted.replace(/\s/g, '').toLowerCase().split(',');
  return ranges.some((range) => {
    const [type = '', ...parameters] = range.split(';');
    const charset = parameters.find((parameter) => parameter.includes('charset='));
    if (charset && charset !== 'charset=utf-8') return false;
    const [family, kind] = type.split('/');
    return types.some((one) => {
      const [ofFamily, ofKind] = one.split('/');
      return (family === '*' || family === ofFamily) && (kind === '*' || kind === ofKind);
    });
  });
}
