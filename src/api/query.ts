import type { FieldNullability, TypeParam } from '@pothos/core';
import { z } from 'zod';
import {
  type Page,
  type PageArguments,
  type RelayConnection,
  type Searched,
  toConnection,
  toPage,
} from '../kernel/database/paging.ts';
import type { ProblemCode } from '../kernel/problem.ts';
import { fieldsOf, resolverOf } from './arguments.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import {
  type Call,
  type CallableOperation,
  callable,
  type Declaration,
  type MaybePromise,
  optionsOf,
  run,
  type Shape,
  type Types,
  wellFormed,
} from './operation.ts';

interface QueryDeclaration<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Nullable extends FieldNullability<Type>,
  Code extends ProblemCode,
> extends Declaration<Name, Input, Code> {
  type: Type;
  nullable?: Nullable;
  run: (call: Call<z.output<z.ZodObject<Input>>>) => MaybePromise<Shape<Type, Nullable>>;
}

export function query<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Code extends ProblemCode = never,
  Nullable extends FieldNullability<Type> = false,
>(
  declaration: QueryDeclaration<Name, Input, Type, Nullable, Code>,
): CallableOperation<Name, Code, z.input<z.ZodObject<Input>>, Shape<Type, Nullable>> {
  type Parsed = z.output<z.ZodObject<Input>>;
  const { name, type, nullable = false } = declaration;
  const input = wellFormed(declaration.input);
  const work = (context: Context, parsed: Parsed) => run(declaration, parsed, context, declaration.run);
  builder.queryField(name, (t) =>
    t.field({
      type,
      nullable,
      ...optionsOf(declaration, input),
      args: fieldsOf(declaration.input, (options) => t.arg(options)),
      resolve: resolverOf(work),
    }),
  );
  return callable('query', { ...declaration, input }, work);
}

interface ConnectionDeclaration<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Code extends ProblemCode,
> extends Declaration<Name, Input, Code> {
  type: Type;
  /** Returns items in reading order, with one more if there is a further page. A limited search returns its result. */
  run: (
    call: Call<z.output<z.ZodObject<Input>>> & { page: Page },
  ) => Promise<Shape<Type, false>[] | Searched<Shape<Type, false>>>;
  keysOf: (node: Shape<Type, false>, input: z.output<z.ZodObject<Input>>) => [string, string | number];
  /** Counts the items. It runs only if `totalCount` is selected. A list without it has no `totalCount`. */
  count?: (call: Call<z.output<z.ZodObject<Input>>>) => Promise<number>;
}

export type PageOf<Node> = RelayConnection<Node> & { count?: () => Promise<number> };

export function connection<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Code extends ProblemCode = never,
>(
  declaration: ConnectionDeclaration<Name, Input, Type, Code>,
): CallableOperation<Name, Code, z.input<z.ZodObject<Input>> & PageArguments, PageOf<Shape<Type, false>>> {
  type Parsed = z.output<z.ZodObject<Input>>;
  const { name, type, keysOf, count } = declaration;
  const input = wellFormed(declaration.input.extend(pageArguments.shape));
  const work = (context: Context, parsed: Parsed) =>
    run(declaration, parsed, context, async (call): Promise<PageOf<Shape<Type, false>>> => {
      const page = toPage(call.input as PageArguments);
      const nodes = await declaration.run({ ...call, page });
      const answer = toConnection(nodes, page, (node) => keysOf(node, call.input));
      return count ? { ...answer, count: () => count(call) } : answer;
    });
  builder.queryField(name, (t) =>
    t.connection(
      {
        type,
        ...optionsOf(declaration, input),
        args: fieldsOf(declaration.input, (options) => t.arg(options)),
        resolve: resolverOf(work),
      } as never,
      pageType(type as Noun, count !== undefined) as never,
    ),
  );
  return callable('query', { ...declaration, input }, work);
}

type Noun = TypeParam<Types> & { name: string };

const pageTypes = new Map<string, unknown>();

function pageType(type: Noun, isCounted: boolean): unknown {
  const { name } = type;
  const known = pageTypes.get(name);
  if (known) return known;
  const made = builder.connectionObject(
    {
      type,
      name: `${name}Connection`,
      description: `A page of \`${name}\` items.`,
      ...(isCounted && { fields: totalCount }),
    } as never,
    { name: `${name}Edge`, description: `An item of type \`${name}\` and its cursor.` },
  );
  pageTypes.set(name, made);
  return made;
}

type Fields = Parameters<NonNullable<Parameters<typeof builder.objectType>[1]['fields']>>[0];

const totalCount = (t: Fields) => ({
  totalCount: t.int({
    description: 'The number of items in the whole list. Counting reads the whole list.',
    cost: { own: 2000 },
    resolve: (connection) => (connection as { count: () => Promise<number> }).count(),
  }),
});

export const pageArguments = z.object({
  first: z.int().min(0).max(1000).nullish(),
  after: z.string().max(500).nullish(),
  last: z.int().min(0).max(1000).nullish(),
  before: z.string().max(500).nullish(),
});
