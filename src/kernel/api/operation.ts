import type { ShapeFromTypeParam, TypeParam } from '@pothos/core';
import type { z } from 'zod';
import type { Database } from '../database/database.ts';
import { Problem, type ProblemCode } from '../problem.ts';
import type { builder } from './builder.ts';
import type { Context, Services } from './context.ts';
import { inputProblem } from './errors.ts';
import { allows, type Scope } from './scope.ts';
import type { Viewer } from './viewer.ts';

export type Types = typeof builder.$inferSchemaTypes;
export type Shape<Type extends TypeParam<Types>, Nullable extends boolean> = ShapeFromTypeParam<Types, Type, Nullable>;
export type MaybePromise<Value> = Value | Promise<Value>;

/** What any operation can raise without declaring it. */
const commonProblems: readonly ProblemCode[] = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'INVALID_INPUT',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_KEY_RUNNING',
  'UNAVAILABLE',
  'INTERNAL',
];

/** A declared operation, as the REST rows and the tests see it. */
export interface Operation<Name extends string = string, Code extends ProblemCode = ProblemCode> {
  kind: 'query' | 'mutation' | 'subscription';
  name: Name;
  scope: Scope;
  input: z.ZodObject;
  problems: readonly Code[];
}

/** Every operation that has been declared, by name. */
export const operations = new Map<string, Operation>();

export interface Call<Input> {
  input: Input;
  viewer: Viewer;
  database: Database;
  services: Services;
}

export interface Declaration<Name extends string, Input extends z.ZodRawShape, Code extends ProblemCode> {
  name: Name;
  /** For the schema. Scope and problems are added to it. */
  description: string;
  /** The scope that the key needs. */
  scope: Scope;
  input: z.ZodObject<Input>;
  /** What it can raise beside the common problems. Raising another is a bug and shown as `INTERNAL`. */
  problems: readonly Code[];
}

/** Lets in who may, reads what was given, and lets out only what was declared. */
export async function guarded<Input, Result>(
  {
    name,
    scope,
    input,
    problems,
  }: { name: string; scope: Scope; input: z.ZodType<Input>; problems: readonly ProblemCode[] },
  given: unknown,
  { viewer, services }: Context,
  action: (call: Call<Input>) => MaybePromise<Result>,
): Promise<Result> {
  requireScope(viewer, scope);
  const parsed = input.safeParse(given);
  if (!parsed.success) throw inputProblem(parsed.error.issues);
  try {
    return await action({ input: parsed.data, viewer, services, database: services.database });
  } catch (error) {
    throw onlyDeclared({ name, problems }, error);
  }
}

/** The error, or what becomes of a problem that the operation does not declare. */
export function onlyDeclared(
  { name, problems }: { name: string; problems: readonly ProblemCode[] },
  error: unknown,
): unknown {
  if (!(error instanceof Problem) || problems.includes(error.code) || commonProblems.includes(error.code)) return error;
  return new Error(`${name} raised ${error.code}, which it does not declare`, { cause: error });
}

/** Raises `UNAUTHENTICATED` without a viewer and `FORBIDDEN` when the key lacks the scope. */
export function requireScope(viewer: Viewer | null, scope: Scope): asserts viewer is Viewer {
  if (!viewer) throw new Problem('UNAUTHENTICATED');
  if (!allows(viewer.scopes, scope)) throw new Problem('FORBIDDEN', `The API key needs the scope ${scope}.`);
}

export function describe({ description, scope, problems }: Declaration<string, z.ZodRawShape, ProblemCode>): string {
  const raised = problems.length > 0 ? ` Problems: ${problems.map((code) => `\`${code}\``).join(', ')}.` : '';
  return `${description}\n\nScope: \`${scope}\`.${raised}`;
}

export function registered<Name extends string, Code extends ProblemCode>(
  kind: Operation['kind'],
  { name, scope, input, problems }: { name: Name; scope: Scope; input: z.ZodObject; problems: readonly Code[] },
): Operation<Name, Code> {
  const operation: Operation<Name, Code> = { kind, name, scope, input, problems };
  operations.set(name, operation);
  return operation;
}
