import type { ShapeFromTypeParam, TypeParam } from '@pothos/core';
import { z } from 'zod';
import type { Database, Transaction } from '../database/database.ts';
import { type Page, type PageArguments, toConnection, toPage } from '../database/paging.ts';
import { Problem, type ProblemCode } from '../problem.ts';
import { fieldsOf, inputTypeOf } from './arguments.ts';
import { builder } from './builder.ts';
import type { Context, Services, Viewer } from './context.ts';
import { inputProblem } from './errors.ts';
import { allows, type Scope } from './scope.ts';
import { wellFormed } from './well-formed.ts';

type Types = typeof builder.$inferSchemaTypes;
type Shape<Type extends TypeParam<Types>, Nullable extends boolean> = ShapeFromTypeParam<Types, Type, Nullable>;
type MaybePromise<Value> = Value | Promise<Value>;

/** What any operation can raise without declaring it. */
const commonProblems: readonly ProblemCode[] = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'INVALID_INPUT',
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

interface Call<Input> {
  input: Input;
  viewer: Viewer;
  database: Database;
  services: Services;
}

interface Declaration<Name extends string, Input extends z.ZodRawShape, Code extends ProblemCode> {
  name: Name;
  /** For the schema. Scope and problems are added to it. */
  description: string;
  /** The scope that the key needs. */
  scope: Scope;
  input: z.ZodObject<Input>;
  /** What it can raise beside the common problems. Raising another is a bug and shown as `INTERNAL`. */
  problems: readonly Code[];
}

interface QueryDeclaration<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Nullable extends boolean,
  Code extends ProblemCode,
> extends Declaration<Name, Input, Code> {
  type: Type;
  nullable?: Nullable;
  run: (call: Call<z.output<z.ZodObject<Input>>>) => MaybePromise<Shape<Type, Nullable>>;
}

/** Declares a field of `Query`. Its arguments are the fields of the input. */
export function query<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Code extends ProblemCode = never,
  Nullable extends boolean = false,
>(declaration: QueryDeclaration<Name, Input, Type, Nullable, Code>): Operation<Name, Code> {
  const { name, type, nullable = false } = declaration;
  const operation = { ...declaration, input: wellFormed(declaration.input) };
  builder.queryField(name, (t) =>
    t.field({
      type,
      nullable,
      description: describe(declaration),
      args: fieldsOf(declaration.input, (options) => t.arg(options as never)) as never,
      resolve: ((_: unknown, given: unknown, context: Context) =>
        guarded(operation, given, context, declaration.run)) as never,
    }),
  );
  return registered('query', operation);
}

interface ConnectionDeclaration<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Code extends ProblemCode,
> extends Declaration<Name, Input, Code> {
  type: Type;
  /** Answers the records of the page in the order of the list, and one more in its direction if there is one. */
  run: (call: Call<z.output<z.ZodObject<Input>>> & { page: Page }) => Promise<Shape<Type, false>[]>;
  /** The values that the list is ordered by: the second is unique. */
  keysOf: (node: Shape<Type, false>, input: z.output<z.ZodObject<Input>>) => [string, string | number];
}

/** Declares a list as a Relay connection with keyset cursors. */
export function connection<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Code extends ProblemCode = never,
>(declaration: ConnectionDeclaration<Name, Input, Type, Code>): Operation<Name, Code> {
  const { name, type, run, keysOf } = declaration;
  const operation = { ...declaration, input: wellFormed(declaration.input.extend(pageArguments)) };
  const noun = name.charAt(0).toUpperCase() + name.slice(1).replace(/s$/, '');
  builder.queryField(name, (t) =>
    t.connection(
      {
        type,
        description: describe(declaration),
        args: fieldsOf(declaration.input, (options) => t.arg(options as never)) as never,
        resolve: ((_: unknown, given: unknown, context: Context) =>
          guarded(operation, given, context, async (call) => {
            const page = toPage(call.input as PageArguments);
            const nodes = await run({ ...(call as Call<never>), page });
            return toConnection(nodes, page, (node) => keysOf(node, call.input as never));
          })) as never,
      } as never,
      { name: `${noun}Connection`, description: `A page of a list of ${noun}.` },
      { name: `${noun}Edge`, description: `A ${noun} and where it stands in the list.` },
    ),
  );
  return registered('query', operation);
}

const pageArguments = {
  first: z.int().min(0).max(1000).nullish(),
  after: z.string().max(500).nullish(),
  last: z.int().min(0).max(1000).nullish(),
  before: z.string().max(500).nullish(),
};

interface MutationDeclaration<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Code extends ProblemCode,
  Prepared,
> extends Declaration<Name, Input, Code> {
  type: Type;
  /** Before the transaction: what is slow, or has a transaction of its own. */
  prepare?: (call: Call<z.output<z.ZodObject<Input>>>) => MaybePromise<Prepared>;
  /** The transaction. It may run again after a deadlock, so it has no effect outside the database. */
  run: (
    call: Call<z.output<z.ZodObject<Input>>> & { transaction: Transaction; prepared: Prepared },
  ) => Promise<Shape<Type, false>>;
  /** After the commit. */
  settle?: (result: Shape<Type, false>, call: Call<z.output<z.ZodObject<Input>>>) => MaybePromise<void>;
}

/** Declares a field of `Mutation` with one argument `input`. */
export function mutation<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Code extends ProblemCode = never,
  Prepared = undefined,
>(declaration: MutationDeclaration<Name, Input, Type, Code, Prepared>): Operation<Name, Code> {
  return declareMutation(declaration, async (call) => {
    const prepared = (await declaration.prepare?.(call)) as Prepared;
    const result = await call.database.transaction((transaction) =>
      declaration.run({ ...call, transaction, prepared }),
    );
    await declaration.settle?.(result, call);
    return result;
  });
}

interface SharedMutationDeclaration<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Code extends ProblemCode,
> extends Declaration<Name, Input, Code> {
  type: Type;
  /** Brings its own transaction, which simultaneous calls may share. */
  run: (call: Call<z.output<z.ZodObject<Input>>>) => Promise<Shape<Type, false>>;
}

/** Declares a mutation whose simultaneous calls share transactions (architecture, "Transitions are sets"). */
export function sharedMutation<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Code extends ProblemCode = never,
>(declaration: SharedMutationDeclaration<Name, Input, Type, Code>): Operation<Name, Code> {
  return declareMutation(declaration, declaration.run);
}

function declareMutation<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Code extends ProblemCode,
>(
  declaration: Declaration<Name, Input, Code> & { type: Type },
  run: (call: Call<z.output<z.ZodObject<Input>>>) => Promise<Shape<Type, false>>,
): Operation<Name, Code> {
  const { name, type } = declaration;
  const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const input = wellFormed(declaration.input).meta({ id, description: `What \`${name}\` takes.` });
  const operation = { ...declaration, input };
  builder.mutationField(name, (t) =>
    t.field({
      type,
      description: describe(declaration),
      args: {
        input: t.arg({
          type: inputTypeOf(input) as never,
          required: true,
          description: 'All that it takes.',
        }),
      },
      resolve: ((_: unknown, given: { input: unknown }, context: Context) =>
        guarded(operation, given.input, context, run)) as never,
    }),
  );
  return registered('mutation', operation);
}

interface SubscriptionDeclaration<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Code extends ProblemCode,
> extends Declaration<Name, Input, Code> {
  type: Type;
  /** Yields what subscribers receive. Its `finally` runs when they leave. */
  subscribe: (call: Call<z.output<z.ZodObject<Input>>>) => AsyncIterable<Shape<Type, false>>;
}

/** Declares a field of `Subscription`. */
export function subscription<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Code extends ProblemCode = never,
>(declaration: SubscriptionDeclaration<Name, Input, Type, Code>): Operation<Name, Code> {
  const { name, type } = declaration;
  const operation = { ...declaration, input: wellFormed(declaration.input) };
  builder.subscriptionField(name, (t) =>
    t.field({
      type,
      description: describe(declaration),
      args: fieldsOf(declaration.input, (options) => t.arg(options as never)) as never,
      subscribe: ((_: unknown, given: unknown, context: Context) =>
        guarded(operation, given, context, (call) => endingWithItsError(declaration.subscribe(call)))) as never,
      resolve: ((value: unknown) => {
        if (value instanceof Raised) throw onlyDeclared(operation, value.error);
        return value;
      }) as never,
    }),
  );
  return registered('subscription', operation);
}

/** Lets in who may, reads what was given, and lets out only what was declared. */
async function guarded<Input, Result>(
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

function onlyDeclared({ name, problems }: { name: string; problems: readonly ProblemCode[] }, error: unknown): unknown {
  if (!(error instanceof Problem) || problems.includes(error.code) || commonProblems.includes(error.code)) return error;
  return new Error(`${name} raised ${error.code}, which it does not declare`, { cause: error });
}

class Raised {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/** Yields an error of the source as its last value: raised by the resolver, it reaches the client as a problem. */
async function* endingWithItsError<Value>(source: AsyncIterable<Value>): AsyncGenerator<Value | Raised> {
  try {
    yield* source;
  } catch (error) {
    yield new Raised(error);
  }
}

/** Raises `UNAUTHENTICATED` without a viewer and `FORBIDDEN` when the key lacks the scope. */
export function requireScope(viewer: Viewer | null, scope: Scope): asserts viewer is Viewer {
  if (!viewer) throw new Problem('UNAUTHENTICATED');
  if (!allows(viewer.scopes, scope)) throw new Problem('FORBIDDEN', `The API key needs the scope ${scope}.`);
}

function describe({ description, scope, problems }: Declaration<string, z.ZodRawShape, ProblemCode>): string {
  const raised = problems.length > 0 ? ` Problems: ${problems.map((code) => `\`${code}\``).join(', ')}.` : '';
  return `${description}\n\nScope: \`${scope}\`.${raised}`;
}

function registered<Name extends string, Code extends ProblemCode>(
  kind: Operation['kind'],
  { name, scope, input, problems }: { name: Name; scope: Scope; input: z.ZodObject; problems: readonly Code[] },
): Operation<Name, Code> {
  const operation: Operation<Name, Code> = { kind, name, scope, input, problems };
  operations.set(name, operation);
  return operation;
}
