import { type Problem, retryAfterOf } from '../../kernel/problem.ts';
import { commonCodes, type Failure } from './failure-codes.ts';

export class Refused extends Error {
  readonly status: number | null;
  readonly failures: readonly Failure[];
  /** The value of the header `Retry-After`, in seconds. */
  readonly retryAfter: number | null;

  constructor(failures: readonly Failure[], status: number | null = null, retryAfter: number | null = null) {
    super(failures.map(({ description }) => description).join(' '));
    // The order in which the specification lists the errors of every path.
    this.failures = failures.toSorted((one, other) => one.code - other.code);
    this.status = status;
    this.retryAfter = retryAfter;
  }

  withStatus(status: number | undefined): Refused {
    return new Refused(this.failures, this.status ?? status ?? null, this.retryAfter);
  }
}

export function commonRefusal(problem: Problem): Refused {
  const [code, status] = commonCodes[problem.code as keyof typeof commonCodes] ?? commonCodes.INTERNAL;
  return new Refused([{ code, description: problem.message }], status, retryAfterOf(problem));
}
