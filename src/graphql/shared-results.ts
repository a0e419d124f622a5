import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  getOperationAST,
  Kind,
  visit,
} from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { contextIn } from '../api/context.ts';
import { onBehalfOf } from '../kernel/clocks/account-clocks.ts';
import type { Burst } from '../kernel/event-log/event-feed.ts';
import { jsonBytes } from '../kernel/values/json-text.ts';
import { isWritten } from './written-results.ts';

type Result = ExecutionResult | Promise<ExecutionResult>;

/** The results by event, then by a key that contains everything else on which a result depends. */
const resultsOf = new WeakMap<object, Map<string, Result>>();
const bytes = new WeakMap<ExecutionResult, Buffer>();

export const shareResults: Plugin = {
  onSubscribe: ({ setSubscribeFn }) => setSubscribeFn(subscribeShared as never),
};

export function bytesOf(result: ExecutionResult): Buffer {
  const rendered =
    bytes.get(result) ?? Buffer.from(isWritten(result) ? result.stringify(result) : JSON.stringify(result));
  bytes.set(result, rendered);
  return rendered;
}

export async function renderInSteps(result: ExecutionResult): Promise<ExecutionResult> {
  bytes.set(result, Buffer.concat(await Array.fromAsync(jsonBytes(result))));
  return result;
}

const maxInBurst = 16;
const burst = Symbol('the results of a burst');

type BurstResult = ExecutionResult & { [burst]?: ExecutionResult[] };

export function resultsIn(result: BurstResult): ExecutionResult[] {
  return result[burst] ?? [result];
}

async function subscribeShared(args: ExecutionArgs): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
  const { viewer } = contextIn(args);
  const source = await onBehalfOf(viewer?.account, () => createSourceEventStream(args));
  if (!isAsyncIterable(source)) return source;
  const events = source as Burst<unknown>;
  const key = keyOf(args);
  const { takesBursts } = contextIn(args);
  return {
    next: async () => {
      const item = await events.next();
      if (item.done) return item;
      const first = await executeShared(args, key, item.value);
      return { done: false, value: takesBursts ? await withReady(first, args, key, events) : first };
    },
    return: async () => (await events.return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]() {
      return this;
    },
  } as AsyncIterableIterator<ExecutionResult>;
}

/** Adds the results of events that have also arrived, which saves a turn in every layer between. */
async function withReady(
  first: ExecutionResult,
  args: ExecutionArgs,
  key: string,
  events: Burst<unknown>,
): Promise<BurstResult> {
  const results = [first];
  while (results.length < maxInBurst) {
    const event = events.ready?.();
    if (event === undefined) break;
    const result = executeShared(args, key, event);
    results.push(result instanceof Promise ? await result : result);
  }
  return results.length > 1 ? { ...first, [burst]: results } : first;
}

function executeShared(args: ExecutionArgs, key: string, event: unknown): Result {
  if (typeof event !== 'object' || event === null) return execute({ ...args, rootValue: event });
  const results = resultsOf.get(event) ?? new Map<string, Result>();
  resultsOf.set(event, results);
  const known = results.get(key);
  if (known) return known;
  const { viewer } = contextIn(args);
  const result = onBehalfOf(viewer?.account, () => execute({ ...args, rootValue: event }));
  results.set(key, result);
  if (result instanceof Promise)
    void result.then(
      (executed) => results.set(key, executed),
      () => undefined,
    );
  return result;
}

function keyOf(args: ExecutionArgs): string {
  const { document, operationName, variableValues = {} } = args;
  const { viewer } = contextIn(args);
  const used = variablesSelecting(document, operationName).map((name) => [name, variableValues?.[name]]);
  return JSON.stringify([
    document.loc?.source.body,
    operationName,
    used,
    viewer?.account.id,
    viewer?.scopes.toSorted(),
  ]);
}

/** Returns the variables, except those used only in the arguments of the subscription. */
function variablesSelecting(document: DocumentNode, operationName: string | null | undefined): string[] {
  const operation = getOperationAST(document, operationName);
  const names = new Set<string>();
  visit(document, {
    VariableDefinition: () => false,
    Argument: (_node, _key, _parent, _path, ancestors) => {
      const field = ancestors.at(-1);
      const isOfRoot = field && operation?.selectionSet.selections.some((selection) => selection === field);
      return isOfRoot ? false : undefined;
    },
    [Kind.VARIABLE]: ({ name }) => void names.add(name.value),
  });
  return [...names].toSorted();
}
