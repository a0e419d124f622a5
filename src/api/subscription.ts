import type { TypeParam } from '@pothos/core';
import type { z } from 'zod';
import type { ProblemCode } from '../problem.ts';
import { fieldsOf } from './arguments.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import {
  type Call,
  type Declaration,
  describe,
  guarded,
  type Operation,
  onlyDeclared,
  registered,
  type Shape,
  type Types,
} from './operation.ts';
import { wellFormed } from './well-formed.ts';

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
