import { Problem, type ProblemCode, problems } from '../kernel/problem.ts';

/** Sessions of a range with the same reason. */
export interface Refusal {
  code: ProblemCode;
  count: number;
}

/** Statistics count attempts by reason. */
export class RefusedAttempt extends Problem {
  /** Null if the caller named nothing that exists. */
  readonly campaignId: string | null;
  readonly refusals: readonly Refusal[];
  /** Such as who validated a session and when. */
  details: Readonly<Record<string, string | null>> = {};

  constructor(
    code: ProblemCode,
    campaignId: string | null,
    message: string = problems[code],
    refusals: readonly Refusal[] = [{ code, count: 1 }],
  ) {
    super(code, message);
    this.campaignId = campaignId;
    this.refusals = refusals;
  }
}

/** Lists every reason for a change of many things. */
export class RefusedSet extends RefusedAttempt {}
