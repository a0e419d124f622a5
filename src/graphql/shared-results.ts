import { createHash } from 'node:crypto';
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
import { yieldToEventLoop } from '../kernel/values/event-loop.ts';
import { jsonBytes } from '../kernel/values/json-text.ts';
import { costOf } from './limits/query-cost.ts';
import { isWritten } from './written-results.ts';

type Result = ExecutionResult | Promise<ExecutionResult>;

/** The results by event, then by a key that contains everything else on which a result depends. */
const resultsOf = new WeakMap<object, Map<string, Result>>();
const bytes = new WeakMap<ExecutionResult, Buffer>();

interface Kept {
  results: Map<string, Result>;
  key: string;
  bytes: number;
}

/**
 * The maximum number of bytes of results that are kept for further receivers. Without a limit, one slow receiver would
 * hold the results of all documents for a thousand events.
 */
const maxKeptBytes = 32 * 1024 * 1024;

/** The estimated number of bytes of a result that costs 1, before it is rendered. */
const bytesOfCost = 100;

/** Results by age. */
const kept = new Map<ExecutionResult, Kept>();
let keptBytes = 0;

export const shareResults: Plugin = {
  onSubscribe: ({ setSubscribeFn }) => setSubscribeFn(subscribeShared as never),
};

function keep(result: ExecutionResult, added: Kept): void {
  kept.set(result, added);
  keptBytes += added.bytes;
  for (const [oldest, { results, key, bytes: freed }] of kept) {
    if (keptBytes <= maxKeptBytes) break;
    kept.delete(oldest);
    results.delete(key);
    keptBytes -= freed;
  }
}

export function bytesOf(result: ExecutionResult): Buffer {
  const known = bytes.get(result);
  if (known) return known;
  const rendered = Buffer.from(isWritten(result) ? result.stringify(result) : JSON.stringify(result));
  bytes.set(result, rendered);
  const own = kept.get(result);
  if (own) {
    kept.delete(result);
    keptBytes -= own.bytes;
    keep(result, { ...own, bytes: own.bytes + rendered.length });
  }
  return rendered;
}

export async function renderInSteps(result: ExecutionResult): Promise<ExecutionResult> {
  bytes.set(result, Buffer.concat(await Array.fromAsync(jsonBytes(result))));
  return result;
}

const maxInBurst = 16;
const burst = Symbol('the events of a burst');

/** Executes only when called, so that a slow receiver holds no results, only the events that all receivers share. */
type Next = () => Result;

type BurstResult = ExecutionResult & { [burst]?: Next[] };

/** Returns the results of a burst in order. */
export function resultsIn(result: BurstResult): Next[] {
  return result[burst] ?? [() => result];
}

async function subscribeShared(args: ExecutionArgs): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
  const { viewer } = contextIn(args);
  const source = await onBehalfOf(viewer?.account, () => createSourceEventStream(args));
  if (!isAsyncIterable(source)) return source;
  const events = source as Burst<unknown>;
  const sharing = { key: keyOf(args), bytes: costOf(args.schema, args.document, args.operationName) * bytesOfCost };
  const { takesBursts } = contextIn(args);
  return {
    next: async () => {
      const item = await events.next();
      if (item.done) return item;
      const first = await executeShared(args, sharing, item.value);
      return { done: false, value: takesBursts ? withReady(first, args, sharing, events) : first };
    },
    return: async () => (await events.return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]() {
      return this;
    },
  } as AsyncIterableIterator<ExecutionResult>;
}

/** Adds events that have arrived, so that all layers in between need fewer turns. */
function withReady(first: ExecutionResult, args: ExecutionArgs, sharing: Sharing, events: Burst<unknown>): BurstResult {
  const all: Next[] = [() => first];
  while (all.length < maxInBurst) {
    const event = events.ready?.();
    if (event === undefined) break;
    all.push(() => executeShared(args, sharing, event));
  }
  return all.length > 1 ? { ...first, [burst]: all } : first;
}

/** What receivers of the same results share. `bytes` is the approximate size of a result. */
type Sharing = Pick<Kept, 'key' | 'bytes'>;

function executeShared(args: ExecutionArgs, { key, bytes }: Sharing, event: unknown): Result {
  if (typeof event !== 'object' || event === null) return execute({ ...args, rootValue: event });
  const results = resultsOf.get(event) ?? new Map<string, Result>();
  resultsOf.set(event, results);
  const known = results.get(key);
  if (known) return known;
  const { viewer } = contextIn(args);
  const executed = () => onBehalfOf(viewer?.account, () => execute({ ...args, rootValue: event }));
  // Receivers of many documents would otherwise execute all of them in one turn.
  const pause = yieldToEventLoop(viewer?.account.rootId);
  const result = pause ? pause.then(executed) : executed();
  results.set(key, result);
  const note = (known: ExecutionResult) => {
    results.set(key, known);
    keep(known, { results, key, bytes });
  };
  if (result instanceof Promise) result.then(note, () => results.delete(key));
  else note(result);
  return result;
}

function keyOf(args: ExecutionArgs): string {
  const { document, operationName, variableValues = {} } = args;
  const { viewer } = contextIn(args);
  const used = variablesSelecting(document, operationName).map((name) => [name, variableValues?.[name]]);
  const parts = [document.loc?.source.body, operationName, used, viewer?.account.id, viewer?.scopes.toSorted()];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
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
