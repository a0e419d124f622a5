import type { TypeParam } from '@pothos/core';
import type { z } from 'zod';
import type { Burst } from '../kernel/event-log/event-feed.ts';
import { Problem, type ProblemCode } from '../kernel/problem.ts';
import { fieldsOf, resolverOf } from './arguments.ts';
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
  wellFormed,
} from './operation.ts';

interface SubscriptionDeclaration<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Code extends ProblemCode,
> extends Declaration<Name, Input, Code> {
  type: Type;
  subscribe: (call: SubscriptionCall<z.output<z.ZodObject<Input>>>) => Burst<Shape<Type, false>>;
}

/** `stopping` is aborted when the subscriber leaves or its key becomes invalid. */
type SubscriptionCall<Input> = Call<Input> & { stopping: AbortSignal };

export function subscription<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Code extends ProblemCode = never,
>(declaration: SubscriptionDeclaration<Name, Input, Type, Code>): Operation<Name, Code | 'TOO_MANY_SUBSCRIPTIONS'> {
  const { name, type } = declaration;
  const problems = [...(declaration.problems ?? []), 'TOO_MANY_SUBSCRIPTIONS' as const];
  const operation = { ...declaration, problems, input: wellFormed(declaration.input) };
  builder.subscriptionField(name, (t) =>
    t.field({
      type,
      ...optionsOf(operation, operation.input),
      args: fieldsOf(declaration.input, (options) => t.arg(options)),
      subscribe: resolverOf((context: Context, input: z.output<z.ZodObject<Input>>) =>
        run(operation, input, context, (call) => follow(call, declaration.subscribe)),
      ),
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

const ended = new Problem('UNAUTHENTICATED', 'The API key was revoked or has expired, or the sign-in has ended.');

/** Takes a slot of the key and one of its root account. Throws `TOO_MANY_SUBSCRIPTIONS`. Returns a function that frees both. */
function enter({ viewer, services: { limits } }: Pick<Call<unknown>, 'viewer' | 'services'>): () => void {
  const leave = limits.subscriptions.enter(viewer.keyId);
  const leaveRoot = leave && limits.subscriptionsOfRoot.enter(viewer.account.rootId);
  if (!leaveRoot) {
    leave?.();
    throw new Problem('TOO_MANY_SUBSCRIPTIONS');
  }
  return () => {
    leave();
    leaveRoot();
  };
}

/** An async generator would end only after its next value, so a signal tells the source to stop. */
function follow<Input, Value>(call: Call<Input>, subscribe: (call: SubscriptionCall<Input>) => Burst<Value>) {
  const leave = enter(call);
  const ending = new AbortController();
  const unwatch = call.services.authenticator.watch(call.viewer, () => ending.abort(ended));
  const values = subscribe({ ...call, stopping: ending.signal });
  let isOver = false;
  const end = (value?: Raised): IteratorResult<Value | Raised> => {
    isOver = true;
    unwatch();
    leave();
    ending.abort(); // A signal with listeners stays in memory until it is aborted.
    return value ? { done: false, value } : { done: true, value: undefined };
  };
  return {
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
    ready: () => (isOver || ending.signal.aborted ? undefined : values.ready?.()),
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
