import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql } from '../../documents/typed-document.ts';
import { fullName } from '../../kernel/values/blank.ts';
import type { Page } from '../frame/page.ts';
import { momentOf, tableOf } from '../parts/pieces.tsx';
import { sessionStatus } from './session-state.ts';

export const listedSession = graphql(`
  fragment ListedSession on CouponSession {
    session widgetValidationCode customValidationCode sequenceId firstName lastName email phone createdAt
    openedAt claimedAt validatedAt lockedAt voidedAt heldUntil expired
    coupon { id name }
  }
`);

type ListedSession = ResultOf<typeof listedSession>;

interface Options {
  caption: string;
  rows: readonly ListedSession[];
  empty: ComponentChildren;
  /** Whether the sessions belong to several campaigns, so that each row names its own. */
  ofMany?: boolean;
}

export function sessionTable(page: Page, { caption, rows, empty, ofMany = false }: Options) {
  const { fields, campaign } = page.words.codes;
  return tableOf({
    caption,
    rows,
    empty,
    columns: [
      { name: fields.code, cell: (row) => codeLink(page, row) },
      ofMany && {
        name: campaign,
        cell: ({ coupon }) => <a href={page.to(`/campaigns/${coupon.id}`)}>{coupon.name}</a>,
      },
      { name: fields.customer, cell: customerOf },
      { name: fields.state, cell: (row) => sessionStatus(page, row) },
      { name: fields.created, cell: ({ createdAt }) => momentOf(page, createdAt) },
      { name: fields.sequence, cell: ({ sequenceId }) => sequenceId, number: true },
    ],
  });
}

function codeLink(page: Page, row: ListedSession) {
  const { session, widgetValidationCode, customValidationCode } = row;
  return (
    <a class="mono" href={page.to(`/sessions/${session}`)}>
      {customValidationCode ?? widgetValidationCode}
    </a>
  );
}

function customerOf(session: ListedSession) {
  return fullName(session) || session.email || session.phone || '–';
}
