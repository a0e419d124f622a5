import type { FieldNullability, ShapeFromTypeParam, TypeParam } from '@pothos/core';
import type { z } from 'zod';
import { withCallersIds, withOurIds } from '../external-ids/external-input.ts';
import type { Database } from '../kernel/database/database.ts';
import { Problem, type ProblemCode } from '../kernel/problem.ts';
import type { Language } from '../words/languages.ts';
import type { builder } from './builder.ts';
import type { Context, Services } from './context.ts';
import { inputProblem } from './errors.ts';
import type { FieldCost } from './operation-plugin.ts';
import type { Scope } from './scope.ts';
import { requireScope, type Viewer } from './viewer.ts';

export type Types = typeof builder.$inferSchemaTypes;
export type Shape<Type extends TypeParam<Types>, Nullable extends FieldNullability<Type>> = ShapeFromTypeParam<
  Types,
  Type,
  Nullable
>;
export type MaybePromise<Value> = Value | Promise<Value>;

const commonProblems: readonly ProblemCode[] = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'ACCOUNT_CLOSED',
  'TOO_MANY_REQUESTS',
  'INVALID_INPUT',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_KEY_RUNNING',
  'CHANGE_TOO_LARGE',
  'UNAVAILABLE',
  'INTERNAL',
];

export interface Operation<Name extends string = string, Code extends ProblemCode = ProblemCode> {
  kind: 'query' | 'mutation' | 'subscription';
  name: Name;
  scope: Scope | null;
  alternativeScope?: Scope | undefined;
  input: z.ZodObject;
  problems: readonly Code[];
}

/** Checks the scope, replaces foreign ids, parses the input, and returns the noun. Call it within `onBehalfOf`. */
export interface CallableOperation<
  Name extends string = string,
  Code extends ProblemCode = ProblemCode,
  Input = never,
  Result = unknown,
> extends Operation<Name, Code> {
  (context: Context, input: Input): Promise<Result>;
  parse: (context: Context, input: Input) => Promise<unknown>;
}

export const operations = new Map<string, Operation>();

export interface Call<Input> {
  input: Input;
  viewer: Viewer;
  database: Database;
  services: Services;
  address: string;
  language: Language;
}

export interface Declaration<Name extends string, Input extends z.ZodRawShape, Code extends ProblemCode> {
  name: Name;
  /** `optionsOf` appends the scope and the problems. */
  description: string;
  /** Null if no credentials are needed. Then there may be no viewer. */
  scope: Scope | null;
  /**
   * Another scope, which is enough for some inputs or results. If the required scope depends on the input, `run` checks
   * it.
   */
  alternativeScope?: Scope;
  input: z.ZodObject<Input>;
  /** The problems besides the common ones. Any other problem is a bug and becomes `INTERNAL`. */
  problems?: readonly Code[];
  cost?: FieldCost;
}

export async function run<Input, Result>(
  operation: { name: string; problems?: readonly ProblemCode[]; input: z.ZodType },
  input: Input,
  { viewer, services, address, language = 'en' }: Context,
  action: (call: Call<Input>) => MaybePromise<Result>,
): Promise<Result> {
  const call = { input, viewer: viewer as Viewer, services, database: services.database, address, language };
  try {
    return await Promise.resolve(action(call)).catch(async (error: unknown) => {
      const ours = await foundOtherwise(operation.input, call, error);
      if (ours === null) throw error;
      return action({ ...call, input: ours });
    });
  } catch (error) {
    throw onlyDeclared(operation, error);
  }
}

/**
 * Tries the call again with ids in our form interpreted as ids of another product. The first attempt has changed
 * nothing.
 */
async function foundOtherwise<Input>(schema: z.ZodType, { input, viewer, database }: Call<Input>, error: unknown) {
  if (!(error instanceof Problem) || !error.code.endsWith('_NOT_FOUND') || !viewer) return null;
  return withOurIds(schema, input, { connection: database, accountId: viewer.account.id, which: 'all' });
}

export function onlyDeclared(
  { name, problems = [] }: { name: string; problems?: readonly ProblemCode[] },
  error: unknown,
): unknown {
  if (!(error instanceof Problem) || problems.includes(error.code) || commonProblems.includes(error.code)) return error;
  return new Error(`${name} raised ${error.code}, which it does not declare`, { cause: error });
}

/** Plugins check the scope first, then parse with `schema`. */
export function optionsOf(
  { description, scope, alternativeScope, problems = [], cost }: Declaration<string, z.ZodRawShape, ProblemCode>,
  schema: z.ZodType,
) {
  const raised = problems.length > 0 ? ` Problems: ${problems.map((code) => `\`${code}\``).join(', ')}.` : '';
  const or = alternativeScope ? ` or \`${alternativeScope}\`` : '';
  return {
    description: `${description}\n\n${scope ? `Scope: \`${scope}\`${or}.` : 'Needs no credentials.'}${raised}`,
    ...(scope && { scope }),
    ...(alternativeScope && { alternativeScope }),
    ...(cost && { cost }),
    validate: { schema } as never,
  };
}

type OperationFacts<Name extends string, Code extends ProblemCode> = Omit<Operation<Name, Code>, 'kind' | 'problems'> &
  Pick<Declaration<Name, z.ZodRawShape, Code>, 'problems'>;

export function registered<Name extends string, Code extends ProblemCode>(
  kind: Operation['kind'],
  { name, scope, alternativeScope, input, problems = [] }: OperationFacts<Name, Code>,
): Operation<Name, Code> {
  const operation: Operation<Name, Code> = { kind, name, scope, alternativeScope, input, problems };
  operations.set(name, operation);
  return operation;
}

/**
 * Makes an operation callable, with its checks in the same order as in GraphQL. `onForbidden` runs before the refusal.
 */
export function callable<Name extends string, Code extends ProblemCode, Input, Parsed, Result>(
  kind: 'query' | 'mutation',
  declaration: OperationFacts<Name, Code>,
  work: (context: Context, input: Parsed) => Promise<Result>,
  onForbidden?: (input: Input, context: Context, error: unknown) => Promise<void>,
): CallableOperation<Name, Code, Input, Result> {
  const { name, ...facts } = registered(kind, declaration);
  const { scope, alternativeScope, input: schema } = facts;
  const parse = async (context: Context, given: Input) => {
    if (!scope) return parsed(schema, given);
    try {
      requireScope(context.viewer, scope, alternativeScope);
    } catch (error) {
      await onForbidden?.(given, context, error);
      throw error;
    }
    return parsed(schema, await withCallersIds(schema, given, context));
  };
  const call = async (context: Context, given: Input) => work(context, (await parse(context, given)) as Parsed);
  // The name of a function is read-only, so it cannot be assigned.
  Object.defineProperty(call, 'name', { value: name });
  return Object.assign(call, facts, { parse }) as CallableOperation<Name, Code, Input, Result>;
}

function parsed(schema: z.ZodObject, given: unknown): unknown {
  const { data, error } = schema.safeParse(given);
  if (error) throw inputProblem(error.issues, given);
  return data;
}

/** UTF-8 cannot represent half of a surrogate pair: the database would store another character. */
export function wellFormed<Shape extends z.ZodRawShape>(input: z.ZodObject<Shape>): z.ZodObject<Shape> {
  return input.superRefine((value, context) => {
    for (const path of malformed(value))
      context.addIssue({ code: 'custom', path, message: 'is not well-formed Unicode' });
  });
}

function malformed(value: unknown, path: PropertyKey[] = []): PropertyKey[][] {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => malformed(inner, [...path, name]));
}
