export interface Attempt<Result> {
  name: string;
  run(): Promise<Result>;
}

/** Makes one attempt after another. If none succeeds, the error states in one line why each attempt failed. */
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

/** The message of a failed command contains its whole output, with the result in the last line. */
function shortReason(error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().split('\n').at(-1);
}
