import { graphql, mutationOf } from '../../documents/typed-document.ts';
import { campaignHeader } from '../campaigns/campaign-tabs.tsx';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { filtersOf } from '../parts/filters.tsx';
import { formOf } from '../parts/form.tsx';
import { emptyOf, linkButton, pagingOf } from '../parts/pieces.tsx';
import { listedSession, sessionTable } from '../sessions/session-table.tsx';

const document = mutationOf('createExport', 'url');

const exportForm = (type: 'SESSIONS' | 'CODES', name: 'sessions' | 'codes') =>
  form(document, {
    adds: ({ params }) => ({ type, filter: { coupon: params.campaign } }),
    submit: (words) => words.codes.download[name],
    opens: ({ createExport }) => createExport.url,
    repeatable: true,
  });

const codeExports = { sessions: exportForm('SESSIONS', 'sessions'), codes: exportForm('CODES', 'codes') };

const stateNames = ['UNCLAIMED', 'OPENED', 'CLAIMED', 'VALIDATED', 'LOCKED', 'VOIDED', 'EXPIRED'] as const;
type StateName = (typeof stateNames)[number];

/** The maximum number of sessions that a page of a list by state reads. */
const maxRead = 10_000;

export const codeListScreen = screen({
  path: '/campaigns/:campaign/codes',
  document: graphql(
    `
      query ConsoleCodes(
        $campaign: ID!
        $filter: CouponSessionFilter
        $after: String
        $text: String!
        $isSearch: Boolean!
        $isLong: Boolean!
        $isEmail: Boolean!
        $isPhone: Boolean!
      ) {
        coupon(id: $campaign) { id name state }
        couponSessions(coupon: $campaign, filter: $filter, first: 50, after: $after) @skip(if: $isSearch) {
          nodes { ...ListedSession }
          pageInfo { hasNextPage endCursor }
        }
        exact: findSession(code: $text) @include(if: $isSearch) { ...ListedSession }
        byCode: searchCouponSessions(coupon: $campaign, code: $text) @include(if: $isLong) {
          ...ListedSession
        }
        byEmail: searchCouponSessions(coupon: $campaign, email: $text) @include(if: $isEmail) {
          ...ListedSession
        }
        byPhone: searchCouponSessions(coupon: $campaign, phone: $text) @include(if: $isPhone) {
          ...ListedSession
        }
      }
    `,
    [listedSession],
  ),
  variables: (page) => ({ filter: filterOf(stateOf(page)), ...waysOf(page.query('text')?.trim() ?? '') }),
  title: ({ coupon }, { words }) => words.codes.ofCampaign(coupon.name),
  forms: codeExports,
  view: ({ coupon, couponSessions, ...found }, page) => [
    campaignHeader(page, coupon, actionsOf(page, coupon.id)),
    filters(page),
    couponSessions ? listOf(page, couponSessions) : foundOf(page, found, coupon.id),
    page.may('WRITE') && downloads(page),
  ],
});

function stateOf(page: Page): StateName | undefined {
  return stateNames.find((name) => name === page.query('state'));
}

function filterOf(state: StateName | undefined) {
  if (state === 'OPENED' || state === 'CLAIMED' || state === 'VALIDATED')
    return { opened: state === 'OPENED', claimed: state === 'CLAIMED', validated: state === 'VALIDATED' };
  return state ? { state } : null;
}

/** Returns the searches that suit a text. A search by prefix needs five characters. */
function waysOf(given: string) {
  const text = given.slice(0, 254).toWellFormed();
  const isEmail = text.length >= 5 && text.includes('@');
  return {
    text: text || '-',
    isSearch: text !== '',
    isLong: text.length >= 5 && !isEmail,
    isEmail,
    isPhone: /^[+\d][\d\s()/.-]{4,}$/.test(text),
  };
}

function actionsOf(page: Page, coupon: string) {
  const { actions } = page.words.codes;
  const path = `/campaigns/${coupon}/codes`;
  if (!page.may('WRITE')) return null;
  return [
    linkButton(page.to(`${path}/batch`), actions.batch, 'quiet'),
    linkButton(page.to(`${path}/print`), actions.print, 'quiet'),
    linkButton(page.to(`${path}/import`), actions.import, 'quiet'),
    linkButton(page.to(`${path}/new`), actions.create),
  ];
}

function filters(page: Page) {
  const { fields, states } = page.words.codes;
  const options = stateNames.map((name) => [name, states[name]] as const);
  return filtersOf(page, [
    { name: 'text', label: fields.find, kind: 'search' },
    { name: 'state', label: fields.state, kind: 'select', options },
  ]);
}

type Row = Parameters<typeof sessionTable>[1]['rows'][number];

interface List {
  nodes: Row[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

function listOf(page: Page, { nodes, pageInfo }: List) {
  const { codes } = page.words;
  return [
    sessionTable(page, { caption: codes.title, rows: nodes, empty: emptyList(page, pageInfo.hasNextPage) }),
    pagingOf(page, pageInfo),
  ];
}

function emptyList(page: Page, isShort: boolean) {
  const { empty, actions } = page.words.codes;
  if (isShort) return emptyOf(empty.filtered, empty.short(page.number(maxRead)));
  if (stateOf(page) || page.query('after')) return emptyOf(empty.filtered, empty.filteredText);
  const create = linkButton(page.to(`/campaigns/${page.params.campaign}/codes/new`), actions.create);
  return emptyOf(empty.title, empty.text, page.may('WRITE') && create);
}

/** Merges the results of the searches. A search by text does not consider the state. */
function foundOf(page: Page, found: Record<string, Row[] | undefined>, coupon: string) {
  const { empty, limited, title } = page.words.codes;
  const all = Object.values(found).flatMap((rows) => rows ?? []);
  const rows = [...new Map(all.map((row) => [row.session, row])).values()].filter((row) => row.coupon.id === coupon);
  const isCut = Object.values(found).some((part) => part?.length === 100);
  return [
    sessionTable(page, { caption: title, rows, empty: emptyOf(empty.filtered, empty.filteredText) }),
    isCut && <p class="hint">{limited(page.number(rows.length))}</p>,
  ];
}

function downloads(page: Page) {
  const { download } = page.words.codes;
  return (
    <section class="downloads">
      <h2>{download.title}</h2>
      <div class="actions">
        {formOf(page, 'sessions', { quiet: true })}
        {formOf(page, 'codes', { quiet: true })}
      </div>
    </section>
  );
}
