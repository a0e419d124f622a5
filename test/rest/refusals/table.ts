import type { Coupon } from '../../../src/coupons/coupon/coupon.ts';
import type { Method, Row } from '../../../src/rest/adapter/row.ts';
import type { App } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon } from '../../support/make.ts';

/** A request that the service refuses. */
export interface Refusal {
  when: string;
  codes: number[];
  fields: Record<string, unknown>;
  /** The variables of the same request in GraphQL and its problem. Absent if GraphQL has no such request. */
  variables?: Record<string, unknown> | undefined;
  problem: string;
  document?: string | undefined;
  /** The caller, if it differs from the client of the other refusals. */
  as?: Client;
}

/** The refusals of one path. */
export interface Refusals {
  /** Default POST. */
  method?: Method;
  path: Row<unknown>['path'];
  /** The document of the same request in GraphQL, for refusals without a document of their own. */
  document: string;
  /** The HTTP status of all refusals, if it does not follow from their codes. */
  status?: number;
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

/** A coupon whose pool of imported codes is empty. */
export async function makeCouponWithEmptyPool({ database }: App, { owner }: Client): Promise<Coupon> {
  const coupon = await makeCoupon(database, owner);
  await database.transaction((transaction) =>
    transaction.change('UPDATE coupons SET pool_since = created_at WHERE id = ?', [coupon.id]),
  );
  return coupon;
}

/** Well-formed ids that belong to nothing. */
export const unknown = {
  coupon: 'cam_000000000000',
  folder: 'fol_000000000000',
  session: '0'.repeat(21),
  event: `evt_${'0'.repeat(20)}`,
  card: 'loy_000000000000',
  user: 'usr_0000000000000000',
  reward: 'rwd_0000000000000000',
  directory: 'dir_000000000000',
  category: 'cat_000000000000',
  member: 'reg_0000000000000000',
  group: 'gro_000000000000',
};
