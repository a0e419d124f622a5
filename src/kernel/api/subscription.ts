import type { TypeParam } from '@pothos/core';
import type { z } from 'zod';
import { Problem, type ProblemCode } from '../problem.ts';
import { fieldsOf } from './arguments.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import {
  type Call,
  type Declaration,
  type Operation,
  onlyDeclared,
  optionsOf,
  registered,
  run,
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
  /** Yields what a subscriber receives, until `stopping`. */
  subscribe: (call: SubscriptionCall<z.output<z.ZodObject<Input>>>) => AsyncIterable<Shape<Type, false>>;
}

/** `stopping` tells that the subscriber has left, or that its key does not count any more. */
type SubscriptionCall<Input> = Call<Input> & { stopping: AbortSignal };

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
      ...optionsOf(declaration, operation.input),
      args: fieldsOf(declaration.input, (options) => t.arg(options as never)) as never,
      subscribe: ((_: unknown, input: z.output<z.ZodObject<Input>>, context: Context) =>
        run(declaration, input, context, (call) => follow(call, declaration.subscribe))) as never,
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

/**
 * What a subscriber receives. A generator would wait for its next value before it ends, which may never come: so leaving
 * is told to the source beside it.
 */
function follow<Input, Value>(
  call: Call<Input>,
  subscribe: (call: SubscriptionCall<Input>) => AsyncIterable<Value>,
): AsyncIterableIterator<Value | Raised> {
  const ending = new AbortController();
  const unwatch = call.services.authenticator.watch(call.viewer.keyId, () =>
    ending.abort(new Problem('UNAUTHENTICATED')),
  );
  const values = subscribe({ ...call, stopping: ending.signal })[Symbol.asyncIterator]();
  let isOver = false;
  const end = (value?: Raised): IteratorResult<Value | Raised> => {
    isOver = true;
    unwatch();
    ending.abort(); // a signal that somebody listens to is kept until it is aborted
    return value ? { done: false, value } : { done: true, value: undefined };
  };
  return {
    // What ended the source is its last value: raised by the resolver, it reaches the client as a problem.
    next: async () => {
      if (isOver) return end();
      try {
        const item = await values.next();
        if (!item.done) return item;
        return end(ending.signal.reason instanceof Problem ? new Raised(ending.signal.reason) : undefined);
      } catch (error) {
        return end(new Raised(error));
      }
    },
    return: async () => {
      ending.abort();
      await values.return?.();
      return end();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
