import { Problem, type ProblemCode, problems } from '../kernel/problem.ts';

export interface Refusal {
  code: ProblemCode;
  count: number;
}

export class RefusedAttempt extends Problem {
  /** The campaign. Null if what the caller named does not exist. */
  readonly campaignId: string | null;
  readonly refusals: readonly Refusal[];
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

export class RefusedSet extends RefusedAttempt {}
