import type { Problem } from '../../../kernel/problem.ts';
import { commonCodes, type Failure } from './failure-codes.ts';

/** All that a caller is told of a request that was refused. */
export class Refused extends Error {
  readonly status: number | null;
  readonly failures: readonly Failure[];

  constructor(failures: readonly Failure[], status: number | null = null) {
    super(failures.map(({ description }) => description).join(' '));
    this.failures = failures;
    this.status = status;
  }

  /** The same with this status, unless it has one. */
  withStatus(status: number | undefined): Refused {
    return new Refused(this.failures, this.status ?? status ?? null);
  }
}

/** The refusal for what can go wrong on any path. */
export function commonRefusal(problem: Problem): Refused {
  const [code, status] = commonCodes[problem.code as keyof typeof commonCodes] ?? commonCodes.INTERNAL;
  return new Refused([{ code, description: problem.message }], status);
}
