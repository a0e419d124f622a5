import { Problem, type ProblemCode, problems } from '../kernel/problem.ts';

export interface ProblemCount {
  code: ProblemCode;
  count: number;
}

export class CampaignProblem extends Problem {
  /** The campaign. Null if what the caller named does not exist. */
  readonly campaignId: string | null;
  readonly counts: readonly ProblemCount[];
  details: Readonly<Record<string, string | number | readonly string[] | null>> = {};

  constructor(
    code: ProblemCode,
    campaignId: string | null,
    message: string = problems[code],
    counts: readonly ProblemCount[] = [{ code, count: 1 }],
  ) {
    super(code, message);
    this.campaignId = campaignId;
    this.counts = counts;
  }
}

export class BulkProblem extends CampaignProblem {}
