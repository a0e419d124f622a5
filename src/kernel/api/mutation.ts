import type { TypeParam } from '@pothos/core';
import { z } from 'zod';
import type { Transaction } from '../database/database.ts';
import { type ProblemCode, RefusedAttempt, TooManyRequests } from '../problem.ts';
import { inputTypeOf } from './arguments.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { fingerprintOf, idempotencyKeyOf, once, plainPacking, secretPacking } from './idempotency.ts';
import {
  type Call,
  type Declaration,
  type MaybePromise,
  type Operation,
  optionsOf,
  registered,
  run,
  type Shape,
  type Types,
} from './operation.ts';
import { wellFormed } from './well-formed.ts';

/** A bulk call costs one point of the account's rate for this number of rows. */
const rowsOfPoint = 100;

interface MutationDeclaration<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Code extends ProblemCode,
  Prepared,
> extends Declaration<Name, Input, Code> {
  type: Type;
  /** Runs before the transaction: slow work, and work with a separate transaction. */
  prepare?: (call: Call<z.output<z.ZodObject<Input>>>) => MaybePromise<Prepared>;
  /** Runs in the transaction. It may run again after a deadlock, so it must have no effect outside the database. */
  run: (
    call: Call<z.output<z.ZodObject<Input>>> & { transaction: Transaction; prepared: Prepared },
  ) => Promise<Shape<Type, false>>;
  /**
   * Runs a call together with simultaneous calls in one shared transaction. Returns null when the call must run alone.
   * Calls with an idempotency key always run alone.
   */
  share?: (call: Call<z.output<z.ZodObject<Input>>>) => Promise<Shape<Type, false>> | null;
  /** Returns the number of rows that a bulk call may write, which costs points of the account's rate. */
  rows?: (input: z.output<z.ZodObject<Input>>) => number;
  /** Whether the result of `run` holds secrets, so that it is stored encrypted for replays. */
  secret?: boolean;
  /**
   * Adds details to a refused attempt, for callers that can read them. Runs after the transaction.
   */
  explain?: (refusal: RefusedAttempt, call: Call<z.output<z.ZodObject<Input>>>) => Promise<void>;
  /** Runs after the commit, and again on a replay, because the earlier call may have stopped before this step. */
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
  const { name, type } = declaration;
  const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const input = wellFormed(declaration.input).meta({ id, description: `The input of \`${name}\`.` });
  const operation = { ...declaration, input };
  builder.mutationField(name, (t) =>
    t.field({
      type,
      ...optionsOf(declaration, z.object({ input })),
      args: {
        input: t.arg({
          type: inputTypeOf(input) as never,
          required: true,
          description: 'The input.',
        }),
      },
      resolve: ((_: unknown, args: { input: z.output<z.ZodObject<Input>> }, context: Context) =>
        run(declaration, args.input, context, (call) =>
          perform(declaration, call, context).catch(async (error: unknown) => {
            if (context.explainsRefusals && error instanceof RefusedAttempt) await declaration.explain?.(error, call);
            return rethrow(call, error);
          }),
        )) as never,
    }),
  );
  return registered('mutation', operation);
}

async function perform<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Code extends ProblemCode,
  Prepared,
>(
  declaration: MutationDeclaration<Name, Input, Type, Code, Prepared>,
  call: Call<z.output<z.ZodObject<Input>>>,
  context: Context,
): Promise<Shape<Type, false>> {
  const idempotencyKey = idempotencyKeyOf(context.idempotencyKey);
  const points = Math.floor((declaration.rows?.(call.input) ?? 0) / rowsOfPoint);
  if (points > 0) await admitBulk(call, points);
  const shared = idempotencyKey ? null : declaration.share?.(call);
  if (shared) return shared;
  const prepared = (await declaration.prepare?.(call)) as Prepared;
  const { viewer } = context;
  const options = { ...(viewer && { account: viewer.account.rootId }), bulk: declaration.cost?.bulk !== undefined };
  const { result, replayed } = await call.database.transaction(async (transaction) => {
    const work = () => declaration.run({ ...call, transaction, prepared });
    if (!idempotencyKey || !viewer) return { result: await work(), replayed: false };
    const name = {
      accountId: viewer.account.id,
      keyId: viewer.keyId,
      operation: declaration.name,
      idempotencyKey,
    };
    return once(
      transaction,
      name,
      fingerprintOf(call.services.secrets, call.input),
      declaration.secret ? secretPacking(call.services.secrets) : plainPacking,
      work,
    );
  }, options);
  if (replayed) context.noteReplay();
  await declaration.settle?.(result, call);
  return result;
}

/** Notes a refused attempt and throws it. A dry run is no attempt. */
function rethrow({ input, viewer, services }: Call<object>, error: unknown): never {
  const isDry = 'dryRun' in input && input.dryRun === true;
  if (error instanceof RefusedAttempt && !isDry) services.refusals.note(viewer.account.id, error);
  throw error;
}

/** How long an account that has not read its responses should wait. */
const unreadSeconds = 5;

/** Takes what a bulk call costs. Rejects with `TOO_MANY_REQUESTS`. */
async function admitBulk({ viewer: { account }, services: { limits } }: Call<unknown>, points: number): Promise<void> {
  if (limits.answers.isFull(account.rootId))
    throw new TooManyRequests(unreadSeconds, `The account has ${limits.answers.most} large responses left to read.`);
  await limits.rates.charge(account, points);
}
