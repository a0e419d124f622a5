import type { GraphQLSchema } from 'graphql';
import type { Context } from '../../api/context.ts';
import { inputProblem } from '../../api/errors.ts';
import { asOf } from '../../kernel/values/instant.ts';
import { type Answer, type RunnableRow, runnable } from '../adapter/answer.ts';
import { type CodedError, defaultMessage, RestError } from '../adapter/error-codes.ts';
import { isInPath, type OperationCall, type Row } from '../adapter/row.ts';
import { publicUrl, type Sample, timeOfSamples } from './example-values.ts';
import type { SampleNouns } from './samples.ts';

type Fields = Record<string, unknown>;

/** How a row behaves, found by calling it while its operations return samples. */
export interface Trial {
  /** The smallest request that it accepts, and the largest combination of fields. */
  requests: { minimal: Fields; full: Fields };
  status: number;
  /** The bodies for all samples, the `everyday` one first, and for the smallest request. Null for an empty body. */
  replies: readonly unknown[];
  failures: readonly CodedError[];
}

const everyday: Sample = { kind: 'everyday' };

/** Stands in for the database, because operations return samples. */
const database: object = {
  snapshot: () => Promise.resolve({ database, [Symbol.asyncDispose]: () => Promise.resolve() }),
};

interface SampleContext extends Context {
  sample: Sample;
}

function contextOf(sample: Sample): SampleContext {
  return { sample, services: { database, publicUrl } } as never;
}

export function tryOut(
  row: Row<unknown>,
  schema: GraphQLSchema,
  { nouns, samples }: { nouns: SampleNouns; samples: readonly Sample[] },
): Promise<Trial> {
  const calls = Object.entries(row.calls).map(([name, call]) => [name, withSamples(call, nouns)] as const);
  const sampled = runnable({ ...row, calls: Object.fromEntries(calls) }, schema, (context) =>
    nouns.loaderOf((context as SampleContext).sample),
  );
  return asOf(timeOfSamples, () => observe(row, sampled, samples));
}

function withSamples(call: OperationCall<unknown>, nouns: SampleNouns): OperationCall<unknown> {
  const { name, input: schema } = call.operation;
  const parse = (_: Context, input: object) => {
    const { error } = schema.safeParse(input);
    return error ? Promise.reject(inputProblem(error.issues, input)) : Promise.resolve();
  };
  const perform = async (context: Context, input: object) => {
    await parse(context, input);
    return nouns.resultOf(name, (context as SampleContext).sample, { ...input });
  };
  return { ...call, operation: Object.assign(perform, { ...call.operation, parse }) };
}

async function observe(row: Row<unknown>, sampled: RunnableRow, samples: readonly Sample[]): Promise<Trial> {
  const requests = await requestsOf(row, sampled);
  const answers = await Promise.all([
    ...samples.map((sample) => sampled.answer(requestFor(row, requests, sample), contextOf(sample))),
    // Some members of a response depend on fields of the request.
    sampled.answer(requests.minimal, contextOf(everyday)),
  ]);
  return {
    requests,
    status: answers[0]?.status ?? 200,
    replies: await Promise.all(answers.map(bodyOf)),
    failures: await failuresOf(row, sampled, requests.full),
  };
}

async function bodyOf({ body }: Answer): Promise<unknown> {
  if (body === null) return null;
  return JSON.parse(typeof body === 'string' ? body : (await Array.fromAsync(body)).join(''));
}

/** Returns the requests. Adds the examples of the fields one by one, without those that conflict with earlier ones. */
async function requestsOf({ fields }: Row<unknown>, sampled: RunnableRow): Promise<Trial['requests']> {
  const examples = Object.entries(fields).filter(([, { example }]) => example !== undefined);
  let full = Object.fromEntries(
    examples.filter(([name]) => fields[name]?.required).map(([name, { example }]) => [name, example]),
  );
  let wrong = (await errorsOf(sampled, full)).length;
  let minimal = wrong === 0 ? full : null;
  for (const [name, { example }] of examples) {
    const more = { ...full, [name]: example };
    const { length } = await errorsOf(sampled, more);
    if (length > wrong) continue;
    full = more;
    wrong = length;
    if (wrong === 0) minimal ??= more;
  }
  if (!minimal) throw new Error(`the examples of the fields do not make a request: ${Object.keys(fields).join(', ')}`);
  return { minimal, full };
}

/**
 * Returns the request for a sample. A `full` request has all flags, because they may add data to the response. A `bare`
 * request has the fewest fields, as text, because a response may repeat fields as they were sent.
 */
function requestFor({ fields }: Row<unknown>, { minimal, full }: Trial['requests'], { kind }: Sample): Fields {
  if (kind === 'bare')
    return Object.fromEntries(
      Object.entries(minimal).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
    );
  if (kind !== 'full') return full;
  const flags = Object.keys(fields).filter(
    (name) => [(fields[name]?.schema as { type?: string | string[] } | undefined)?.type].flat()[0] === 'boolean',
  );
  return { ...full, ...Object.fromEntries(flags.map((name) => [name, true])) };
}

/** Values that do not fit. No field accepts the first, and no date field accepts the second. */
const invalidValues = [{}, '0000-99-99'];

/** Returns the failures of missing or invalid fields and of an empty result, and all problems of the operations. */
async function failuresOf(row: Row<unknown>, sampled: RunnableRow, request: Fields): Promise<CodedError[]> {
  const { calls } = row;
  const reads = Object.values(calls).every(({ operation }) => operation.kind === 'query');
  const found = await Promise.all([
    ...spoiled(row, request).map((fields) => errorsOf(sampled, fields)),
    ...(reads ? [errorsOf(sampled, request, { kind: 'empty' })] : []),
  ]);
  const raised = Object.values(calls).flatMap(({ operation, codes, messages }) =>
    operation.problems.flatMap((problem) => {
      const code = codes[problem];
      return code == null ? [] : [{ code, description: defaultMessage(problem, messages) }];
    }),
  );
  const all = [...found.flat(), ...raised];
  const unique = new Map(all.map((failure) => [`${failure.code} ${failure.description}`, failure]));
  return [...unique.values()].sort((one, other) => one.code - other.code);
}

function spoiled(row: Row<unknown>, request: Fields): Fields[] {
  const inPath = Object.entries(request).filter(([name]) => isInPath(row, name));
  const each = Object.entries(row.fields).flatMap(([name, { elements = {} }]) => [
    ...(isInPath(row, name) ? [] : [without(request, name)]),
    ...invalidValues.map((value) => ({ ...request, [name]: value })),
    ...Object.keys(elements).flatMap((inner) =>
      invalidValues.map((value) => ({ ...request, [name]: [{ [inner]: value }] })),
    ),
  ]);
  return [Object.fromEntries(inPath), ...each];
}

function without(fields: Fields, name: string): Fields {
  const { [name]: _, ...rest } = fields;
  return rest;
}

async function errorsOf(
  sampled: RunnableRow,
  fields: Fields,
  sample: Sample = everyday,
): Promise<readonly CodedError[]> {
  try {
    await sampled.answer(fields, contextOf(sample));
    return [];
  } catch (error) {
    if (error instanceof RestError) return error.failures;
    throw error;
  }
}
