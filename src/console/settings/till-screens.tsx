import type { ResultOf } from 'gql.tada';
import { graphql, mutationOf } from '../../documents/typed-document.ts';
import { Problem } from '../../kernel/problem.ts';
import { labelled } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import type { LabelledField } from '../frame/screen-field.ts';
import { chosen, filtersOf } from '../parts/filters.tsx';
import { foldedFormOf, formOf } from '../parts/form.tsx';
import {
  codeBlock,
  emptyOf,
  factsOf,
  headingOf,
  momentOf,
  pagingOf,
  statusOf,
  svgAddress,
  tableOf,
} from '../parts/pieces.tsx';
import { settingsTabs } from './settings-tabs.ts';

interface Merchants {
  merchants: { nodes: readonly { id: string; name: string }[] };
}

const numbers = [1, 2, 3, 4, 5, 6, 7] as const;

type AskName = `ask${(typeof numbers)[number]}`;

const askFields = Object.fromEntries(
  numbers.map((number) => [
    `ask${number}`,
    { kind: 'text', most: 50, label: ({ settings }) => settings.tills.ask(number) } satisfies LabelledField,
  ]),
) as Record<AskName, LabelledField>;

const fields = labelled(({ settings }) => settings.tills)({
  name: {
    kind: 'text',
    required: true,
    most: 100,
    label: ({ settings }) => settings.name,
    hint: ({ settings }) => settings.tills.nameHint,
  },
  merchant: {
    kind: 'select',
    options: (_, { merchants }: Merchants) => merchants.nodes.map(({ id, name }) => [id, name] as const),
  },
  redeemsAtOnce: { kind: 'checkbox' },
  asksForMoney: { kind: 'checkbox' },
  offlineRedemption: {
    kind: 'select',
    required: true,
    word: 'offline',
    options: ({ settings }) => Object.entries(settings.tills.offlineChoices),
  },
  ...askFields,
});

const tillGroups = ({ words: { settings } }: Page) => [
  {
    legend: settings.tills.settings,
    fields: Object.keys(fields).filter((name) => !name.startsWith('ask')),
    open: true,
  },
  { legend: settings.tills.asks, fields: ['asksForMoney', ...Object.keys(askFields)] },
];

type TillForm = {
  name: string;
  merchant?: string | null;
  redeemsAtOnce: boolean;
  asksForMoney: boolean;
  offlineRedemption: 'REFUSE' | 'ACCEPT';
} & { [Name in AskName]?: string | null };

function inputOf(given: TillForm) {
  const { name, merchant = null, redeemsAtOnce, asksForMoney, offlineRedemption } = given;
  const askedFields = numbers.flatMap((number) => {
    const label = given[`ask${number}`];
    return label ? [{ number, label }] : [];
  });
  return { name, merchant, redeemsAtOnce, asksForMoney, offlineRedemption, askedFields };
}

function valuesOf(till: {
  name: string;
  merchantId: string | null;
  redeemsAtOnce: boolean;
  asksForMoney: boolean;
  offlineRedemption: string;
  askedFields: readonly { number: number; label: string }[];
}): Record<string, unknown> {
  const asked = till.askedFields.map(({ number, label }) => [`ask${number}`, label]);
  return { ...till, merchant: till.merchantId, ...Object.fromEntries(asked) };
}

const create = form(mutationOf('createTill', 'url qrCode expiresAt till { name }'), {
  fields,
  variables: (input: TillForm) => ({ input: inputOf(input) }),
  problemsAt: { MERCHANT_NOT_FOUND: 'merchant' },
  submit: ({ settings }) => settings.tills.create,
  show: ({ createTill }, page) => pairingOf(page, createTill),
});

const update = form(mutationOf('updateTill'), {
  fields,
  clears: true,
  variables: (input: TillForm, page) => ({ input: { ...inputOf(input), id: page.params.till ?? '' } }),
  problemsAt: { MERCHANT_NOT_FOUND: 'merchant' },
  says: ({ settings }) => [settings.save, settings.tills.changed],
});

const renew = form(mutationOf('renewTillPairing', 'url qrCode expiresAt till { name }'), {
  fields: { id: { kind: 'hidden' } },
  submit: ({ settings }) => settings.tills.renew,
  show: ({ renewTillPairing }, page) => pairingOf(page, renewTillPairing),
});

const revoke = form(mutationOf('revokeTill'), {
  fields: { id: { kind: 'hidden' } },
  says: ({ settings: { tills } }) => [tills.revoke, tills.revoked],
});

/** The link cannot be read again. */
function pairingOf(
  page: Page,
  { url, qrCode, expiresAt, till }: { url: string; qrCode: string; expiresAt: string; till: { name: string } },
) {
  const words = page.words.settings.tills;
  const minutes = Math.max(0, Math.round((new Date(expiresAt).getTime() - Date.now()) / 60_000));
  return (
    <section class="card">
      <h2>{words.pair(till.name)}</h2>
      <p>{words.pairHint}</p>
      <img src={svgAddress(qrCode)} alt={words.qrCode} width={260} height={260} />
      {codeBlock(page, words.link, url)}
      <p class="hint">
        {words.minutesLeft(minutes)} {page.moment(expiresAt)}
      </p>
    </section>
  );
}

const document = graphql(`
  query ConsoleTills($after: String, $filter: TillFilter) {
    tills(first: 50, after: $after, filter: $filter) {
      nodes {
        id name
        merchant { name }
        pairedAt pairingExpiresAt lastUsedAt revokedAt
      }
      pageInfo { hasNextPage endCursor }
    }
    merchants(first: 500) { nodes { id name } }
  }
`);

type Till = ResultOf<typeof document>['tills']['nodes'][number];

export const tillsScreen = screen({
  path: '/settings/tills',
  scope: 'ADMIN',
  document,
  variables: (page) => {
    const state = chosen(page, 'state', ['active', 'revoked']);
    return { filter: { revoked: state && state === 'revoked' } };
  },
  title: (_, { words }) => words.settings.screens.tills,
  forms: { create },
  view: ({ tills: { nodes, pageInfo }, merchants }, page) => {
    const { settings } = page.words;
    const words = settings.tills;
    return [
      headingOf(settings.title),
      settingsTabs(page),
      foldedFormOf(page, 'create', {
        summary: words.create,
        open: nodes.length === 0,
        values: { offlineRedemption: 'REFUSE' },
        data: { merchants },
        groups: tillGroups(page),
      }),
      filtersOf(page, [{ name: 'state', label: words.state, kind: 'select', options: words.filters }]),
      tableOf<Till>({
        caption: settings.screens.tills,
        rows: nodes,
        columns: [
          {
            name: settings.name,
            cell: ({ id, name }) => (
              <a href={page.to(`/settings/tills/${id}`)}>
                <strong>{name}</strong>
              </a>
            ),
          },
          { name: words.merchant, cell: ({ merchant }) => merchant?.name ?? '–' },
          { name: words.state, cell: (till) => stateOf(page, till) },
          { name: words.paired, cell: ({ pairedAt }) => (pairedAt ? momentOf(page, pairedAt) : '–') },
          { name: words.lastUsed, cell: ({ lastUsedAt }) => (lastUsedAt ? momentOf(page, lastUsedAt) : words.never) },
        ],
        empty: page.query('state') ? emptyOf(words.emptyFiltered) : emptyOf(words.empty, words.emptyAdvice),
      }),
      pagingOf(page, pageInfo),
    ];
  },
});

type Times = Pick<Till, 'pairedAt' | 'pairingExpiresAt' | 'revokedAt'>;

function stateOf(page: Page, { pairedAt, pairingExpiresAt, revokedAt }: Times) {
  const { states } = page.words.settings.tills;
  if (revokedAt) return statusOf(states.revoked);
  if (pairedAt) return statusOf(states.paired, 'good');
  const isOpen = pairingExpiresAt !== null && new Date(pairingExpiresAt) > new Date();
  return isOpen ? statusOf(states.waiting, 'warn') : statusOf(states.unpaired, 'bad');
}

export const tillScreen = screen({
  path: '/settings/tills/:till',
  scope: 'ADMIN',
  document: graphql(`
    query ConsoleTill($till: ID!) {
      till: node(id: $till) {
        ... on Till {
          id name merchantId redeemsAtOnce asksForMoney offlineRedemption
          askedFields { number label }
          by createdAt pairedAt pairingExpiresAt lastUsedAt revokedAt
        }
      }
      merchants(first: 500) { nodes { id name } }
    }
  `),
  title: ({ till }) => foundOf(till).name,
  forms: { update, renew, revoke },
  view: ({ till: found, merchants }, page) => {
    const till = foundOf(found);
    const words = page.words.settings.tills;
    const { id } = till;
    return [
      headingOf(till.name),
      settingsTabs(page),
      <p>
        <a href={page.to('/settings/tills')}>{words.back}</a>
      </p>,
      factsOf([
        [words.state, stateOf(page, till)],
        [words.paired, till.pairedAt ? momentOf(page, till.pairedAt) : '–'],
        [words.lastUsed, till.lastUsedAt ? momentOf(page, till.lastUsedAt) : words.never],
        [words.made, [momentOf(page, till.createdAt), till.by && ` · ${till.by}`]],
        [words.id, <code>{id}</code>],
      ]),
      till.revokedAt ? (
        <p class="note">{words.revokedText}</p>
      ) : (
        [
          formOf(page, 'update', { values: valuesOf(till), data: { merchants }, groups: tillGroups(page) }),
          <h2>{words.device}</h2>,
          <p>{words.renewText}</p>,
          formOf(page, 'renew', { quiet: true, values: { id } }),
          <p>{words.revokeText}</p>,
          formOf(page, 'revoke', { quiet: true, dangerous: true, values: { id } }),
        ]
      ),
    ];
  },
});

function foundOf<Till extends object>(till: Till | null): Extract<Till, { name: unknown }> {
  if (!till || !('name' in till)) throw new Problem('TILL_NOT_FOUND');
  return till as Extract<Till, { name: unknown }>;
}
