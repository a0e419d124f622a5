export interface Attempt<Result> {
  name: string;
  run(): Promise<Result>;
}

/** Tries one after the other. When none succeeds, the error says in one line why each of them did not. */
export async function firstToSucceed<Result>(attempts: Attempt<Result>[]): Promise<Result> {
  const reasons: string[] = [];
  for (const { name, run } of attempts) {
    try {
      return await run();
    } catch (error) {
      reasons.push(`${name}: ${shortReason(error)}`);
    }
  }
  throw new Error(reasons.join('; '));
}

/** A failed command's message holds all that it printed, its verdict last. */
function shortReason(error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().split('\n').at(-1);
}
