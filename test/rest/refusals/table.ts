import type { App } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';

/** A request that is refused. */
export interface Refusal {
  when: string;
  codes: number[];
  fields: Record<string, unknown>;
  /** What GraphQL is given for the same, and its code; nothing where it has no such request. */
  variables?: Record<string, unknown> | undefined;
  problem: string;
  document?: string | undefined;
}

/** The refusals of one path. */
export interface Refusals {
  path: string;
  /** The same by GraphQL, unless a refusal has a document of its own. */
  document: string;
  of: (app: App, client: Client) => Promise<Refusal[]>;
}

export function refusal(
  when: string,
  codes: number[],
  fields: Refusal['fields'],
  variables?: Refusal['variables'],
  problem = 'INVALID_INPUT',
  document?: string,
): Refusal {
  return { when, codes, fields, variables, problem, document };
}

/** Ids that look right and belong to nothing. */
export const unknown = { coupon: 'cam_000000000000', folder: 'fol_000000000000', session: '0'.repeat(21) };
