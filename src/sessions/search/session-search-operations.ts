import { z } from 'zod';
import { dateTime, flag, pageNumber, scannedText, soughtText } from '../../api/inputs.ts';
import { connection, query } from '../../api/query.ts';
import { tillScope } from '../../api/scope.ts';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { offsetOf } from '../../kernel/database/paging.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { countryOf } from '../../kernel/values/phone-number.ts';
import type { MarkKind } from '../index/session-mark.ts';
import { CouponSessionType } from '../session/session.type.ts';
import { searchSessions } from './found-sessions.ts';
import { maxRead, pageByState, pageOfSessions } from './session-list.ts';
import { maxMeant, sessionsOfCode } from './session-of-code.ts';
import { sessionState } from './session-state.inputs.ts';

query({
  name: 'findSession',
  description: `Finds the sessions of the account that a code identifies, newest first. Usually returns one session. Returns at most ${maxMeant} if several have the code. Empty if there is no such session. Not paginated.`,
  scope: 'READ',
  alternativeScope: tillScope,
  input: z.object({
    code: scannedText.meta({
      description:
        'The complete code, as scanned or typed, ignoring case and surrounding spaces. One of: a session code, its first 6 characters, the public address of the session, a validation code, a custom id. The raw symbols of a Code 39 barcode are also accepted. A prefix that identifies the type of barcode, such as `]Q3`, is ignored.',
    }),
  }),
  type: [CouponSessionType],
  run: ({ input, viewer, database }) => sessionsOfCode(database, viewer.account.id, input.code),
});

const only = (fact: string) =>
  flag(`If true, only ${fact} sessions, sorted by the time when they were ${fact}, newest first.`);

const filter = z
  .object({
    opened: only('opened'),
    claimed: only('claimed'),
    validated: only('validated'),
    state: sessionState.nullish().meta({
      description: `Only sessions in this state, sorted by creation time, newest first. A page reads at most ${maxRead.toLocaleString('en')} sessions. It can therefore have fewer items than requested, or none, even if more follow. Continue after \`endCursor\` while \`hasNextPage\` is true. Cannot be combined with \`page\`.`,
    }),
    from: dateTime.nullish().meta({
      description: 'Only sessions at or after this time. Compares the time by which the list is sorted.',
    }),
    to: dateTime.nullish().meta({
      description: 'Only sessions before this time. Compares the time by which the list is sorted.',
    }),
  })
  .refine(
    ({ opened, claimed, validated, state }) => [opened, claimed, validated, state].filter(Boolean).length <= 1,
    'accepts only one of opened, claimed, validated and state',
  )
  .meta({
    id: 'CouponSessionFilter',
    description: 'Filters sessions. Give at most one of `opened`, `claimed`, `validated` and `state`.',
  });

type Filter = z.output<typeof filter>;

export const couponSessions = connection({
  name: 'couponSessions',
  description:
    'The sessions of a coupon, newest first. Sorted by creation time, or by the time of opening, claiming or validation if the filter selects such sessions.',
  scope: 'READ',
  input: z.object({
    coupon: couponId,
    filter: filter.nullish().meta({ description: 'Filters sessions. Default: all sessions.' }),
    page: pageNumber,
  }),
  type: CouponSessionType,
  problems: ['COUPON_NOT_FOUND'],
  run: async ({ input, viewer, database, page }) => {
    const offset = offsetOf(page, input.page);
    const { from, to, state } = input.filter ?? {};
    if (state && input.page != null) throw invalidInput('page', 'cannot be combined with filter.state');
    const which = { accountId: viewer.account.id, couponId: input.coupon, from, to };
    const found = state
      ? await pageByState(database, { ...which, state }, page)
      : await pageOfSessions(database, orderOf(input.filter), which, page, offset);
    // A session proves that its coupon exists, so only an empty page needs this check.
    if ((Array.isArray(found) ? found : found.found).length === 0)
      await requireRow(database, couponRow, { accountId: viewer.account.id, id: input.coupon });
    return found;
  },
  keysOf: (session, { filter }) => [session[`${orderOf(filter)}At`] ?? '', session.sequence],
});

function orderOf(filter: Filter | null | undefined): MarkKind | 'created' {
  if (filter?.opened) return 'opened';
  if (filter?.claimed) return 'claimed';
  return filter?.validated ? 'validated' : 'created';
}

const minFive = (description: string) =>
  soughtText.nullish().meta({ description: `${description} At least 5 characters.` });

export const searchCouponSessions = query({
  name: 'searchCouponSessions',
  description:
    'Searches the sessions of the account. Returns up to 100 sessions that match all conditions, newest first. Not paginated. Give at least one of `code`, `phone` and `email`.',
  scope: 'READ',
  input: z
    .object({
      coupon: couponId.nullish().meta({ description: 'Only sessions of this coupon.' }),
      code: minFive(
        'The validation code or its beginning, or the session code or at least its first 6 characters, ignoring case.',
      ),
      phone: minFive('The beginning of the phone number, in any format, or its last digits.'),
      email: minFive('The beginning of the email address, ignoring case.'),
    })
    .superRefine(({ code, phone, email }, context) => {
      if (code != null || phone != null || email != null) return;
      context.addIssue({
        code: 'custom',
        path: ['code'],
        message: 'code, phone or email is required',
        params: { missing: true, oneOf: ['code', 'phone', 'email'] },
      });
    }),
  type: [CouponSessionType],
  problems: ['COUPON_NOT_FOUND'],
  run: async ({ input, viewer, database }) => {
    const { id: accountId, timezone } = viewer.account;
    if (input.coupon) await requireRow(database, couponRow, { accountId, id: input.coupon });
    return searchSessions(
      database,
      { accountId, couponId: input.coupon ?? null },
      { ...input, country: countryOf(timezone) },
    );
  },
});
