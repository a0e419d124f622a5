import { Problem, type ProblemCode, problems } from '../kernel/problem.ts';

/** The number of sessions in a range that refuse an operation for the same reason. */
export interface Refusal {
  code: ProblemCode;
  count: number;
}

/** Refuses an attempt to use something of a campaign, such as a claim. Statistics count it by its reasons. */
export class RefusedAttempt extends Problem {
  /** The coupon or the loyalty card; null if the caller named nothing that exists. */
  readonly campaignId: string | null;
  readonly refusals: readonly Refusal[];
  /** What else the caller should know, such as who validated a session and when. */
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

/** Refuses a change of many things and lists every reason. */
export class RefusedSet extends RefusedAttempt {}
