import type { TypeParam } from '@pothos/core';
import { z } from 'zod';
import { type AuditedCall, audit } from '../audit/audited-call.ts';
import { ProblemQuota } from '../audit/problem-quota.ts';
import type { Transaction } from '../kernel/database/database.ts';
import { requireReadAnswers } from '../kernel/limits/unread-bytes.ts';
import { Problem, type ProblemCode } from '../kernel/problem.ts';
import { CampaignProblem } from '../vocabulary/campaign-problem.ts';
import { inputTypeOf, resolverOf } from './arguments.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { fingerprintOf, idempotencyKeyOf, plainPacking, runOrReplay, secretPacking } from './idempotency.ts';
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

const rowsOfPoint = 100;

interface MutationDeclaration<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Code extends ProblemCode,
  Prepared,
> extends Declaration<Name, Input, Code> {
  type: Type;
  /** Runs before the transaction, for slow work and separate transactions. */
  prepare?: (call: Call<z.output<z.ZodObject<Input>>>) => MaybePromise<Prepared>;
  /** Runs in the transaction. A deadlock makes it run again, so it must have no effect outside the database. */
  run: (
    call: Call<z.output<z.ZodObject<Input>>> & { transaction: Transaction; prepared: Prepared },
  ) => Promise<Shape<Type, false>>;
  /**
   * Runs simultaneous calls in one transaction. Returns null if this call must run alone, such as a dry run. It is not
   * called for calls with an idempotency key.
   */
  batch?: (call: BatchedCall<z.output<z.ZodObject<Input>>>) => Promise<Shape<Type, false>> | null;
  rows?: (input: z.output<z.ZodObject<Input>>, result: Shape<Type, false>) => number;
  /** Whether the result holds secrets. Replays then store it encrypted. */
  secret?: boolean;
  /** Adds details to a refusal after the transaction. `isShown`: whether the caller sees more than the message. */
  explain?: (problem: CampaignProblem, call: Call<z.output<z.ZodObject<Input>>>, isShown: boolean) => Promise<void>;
  /** Runs after the commit. A replay runs it again, because the earlier call may have stopped before this step. */
  settle?: (result: Shape<Type, false>, call: Call<z.output<z.ZodObject<Input>>>) => MaybePromise<void>;
}

type BatchedCall<Input> = Call<Input> & { audited: AuditedCall | null };

export function mutation<
  Name extends string,
  Input extends z.ZodRawShape,
  Type extends TypeParam<Types>,
  Code extends ProblemCode = never,
  Prepared = undefined,
>(
  declaration: MutationDeclaration<Name, Input, Type, Code, Prepared>,
): CallableOperation<Name, Code, z.input<z.ZodObject<Input>>, Shape<Type, false>> {
  type Parsed = z.output<z.ZodObject<Input>>;
  const { name, type } = declaration;
  const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const input = wellFormed(declaration.input).meta({ id, description: `The input of \`${name}\`.` });
  const noteProblem = async (given: object, context: Context, error: unknown) => {
    if (declaration.scope === 'ADMIN') await auditProblem(auditedCall(declaration, given, context), context, error);
  };
  const work = (context: Context, parsed: Parsed) =>
    run(declaration, parsed, context, (call) =>
      perform(declaration, call, context).catch(async (error: unknown) => {
        if (error instanceof CampaignProblem)
          await declaration.explain?.(error, call, context.explainsProblems === true);
        await noteProblem(parsed, context, error);
        return rethrow(call, error);
      }),
    );
  builder.mutationField(name, (t) =>
    t.field({
      type,
      ...optionsOf(declaration, z.object({ input })),
      onForbidden: (args, context, error) => noteProblem((args as { input: object }).input, context, error),
      args: {
        input: t.arg({
          type: inputTypeOf(input),
          required: true,
          description: 'The input.',
        }),
      },
      resolve: resolverOf((context: Context, args: { input: Parsed }) => work(context, args.input)),
    }),
  );
  return callable('mutation', { ...declaration, input }, work, noteProblem);
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
  const idempotencyKey = context.idempotencyKey === null ? null : idempotencyKeyOf(context.idempotencyKey);
  if (declaration.rows) requireReadAnswers(call.viewer.account.rootId);
  const audited = auditedCall(declaration, call.input, context);
  const batched = idempotencyKey ? null : declaration.batch?.({ ...call, audited });
  if (batched) return batched;
  const prepared = (await declaration.prepare?.(call)) as Prepared;
  const { viewer } = context;
  const options = { ...(viewer && { account: viewer.account.rootId }), bulk: declaration.cost?.bulk !== undefined };
  const { result, replayed } = await call.database.transaction(async (transaction) => {
    const work = async () => {
      // Other calls may have used up the rate while this one waited.
      if (declaration.rows) await call.services.limits.rates.charge(call.viewer.account, 0);
      const result = await declaration.run({ ...call, transaction, prepared });
      if (audited) await audit(transaction, [{ call: audited, result }]);
      return result;
    };
    if (!idempotencyKey || !viewer) return { result: await work(), replayed: false };
    const name = {
      accountId: viewer.account.id,
      keyId: viewer.keyId,
      operation: declaration.name,
      idempotencyKey,
    };
    return runOrReplay(
      transaction,
      name,
      fingerprintOf(call.services.secrets, call.input),
      declaration.secret ? secretPacking(call.services.secrets) : plainPacking,
      work,
    );
  }, options);
  if (replayed) context.noteReplay();
  else if (declaration.rows) await chargeRows(call, declaration.rows(call.input, result));
  await declaration.settle?.(result, call);
  return result;
}

function auditedCall(
  { name: operation, input: schema }: { name: string; input: z.ZodObject },
  input: object,
  { viewer, services: { secrets }, address, requestId }: Context,
): AuditedCall | null {
  if (!viewer || isDryRun(input)) return null;
  const { account, keyId } = viewer;
  return { secrets, accountId: account.id, keyId, address, operation, requestId, schema, input };
}

/** The problems of calls that were malformed or came at a bad time. These do not count as refused attempts. */
const notRefused = new Set<ProblemCode>([
  ...(['INVALID_INPUT', 'TOO_MANY_REQUESTS', 'UNAVAILABLE', 'INTERNAL', 'CHANGE_TOO_LARGE'] as const),
  ...(['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_RUNNING'] as const),
]);

const problemQuota = new ProblemQuota();

async function auditProblem(call: AuditedCall | null, { services }: Context, error: unknown): Promise<void> {
  if (!call || !(error instanceof Problem) || notRefused.has(error.code) || !problemQuota.take(call.accountId)) return;
  await services.database
    .transaction((transaction) => audit(transaction, [{ call, outcome: error.code }]))
    .catch((err: unknown) => services.log.error({ err, requestId: call.requestId }, 'a refusal was not audited'));
}

function isDryRun(input: object): boolean {
  return 'dryRun' in input && input.dryRun === true;
}

function rethrow({ input, viewer, services }: Call<object>, error: unknown): never {
  if (error instanceof CampaignProblem && !isDryRun(input)) services.problems.note(viewer.account.id, error);
  throw error;
}

async function chargeRows({ viewer, services }: Call<unknown>, rows: number): Promise<void> {
  const points = Math.floor(rows / rowsOfPoint);
  if (points > 0) await services.limits.rates.take(viewer.account, points);
}
