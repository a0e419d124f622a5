import type { ComponentChildren } from 'preact';
import type { Page } from '../../frame/page.ts';
import { formOf } from '../../parts/form.tsx';
import { momentOf } from '../../parts/pieces.tsx';
import { emptyOf, pagingOf, tableOf } from '../../parts/table.tsx';

type Reasons = Page['words']['loyalty']['user']['reasons'];

interface Entry {
  id: string;
  unit: 'STAMPS' | 'POINTS';
  delta: number;
  balance: number;
  reason: keyof Reasons;
  rewardId: string | null;
  reversedBy: string | null;
  merchantId: string | null;
  merchant: { name: string } | null;
  by: string | null;
  createdAt: string;
}

interface Ledger {
  nodes: readonly Entry[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** Shows the ledger, newest first, with buttons that reverse entries. */
export function ledgerSection(
  page: Page,
  { nodes, pageInfo }: Ledger,
  rewards: readonly { id: string; name: string }[],
): ComponentChildren {
  const { user: words, stamps, points } = page.words.loyalty;
  const names = new Map(rewards.map(({ id, name }) => [id, name]));
  return [
    <h2 id="ledger">{words.ledger}</h2>,
    tableOf({
      caption: words.ledger,
      rows: nodes,
      empty: emptyOf(words.ledgerEmpty),
      columns: [
        { name: words.when, cell: ({ createdAt }) => momentOf(page, createdAt) },
        {
          name: words.what,
          cell: ({ reason, rewardId }) => {
            const name = rewardId && names.get(rewardId);
            return name ? `${words.reasons[reason]}: ${name}` : words.reasons[reason];
          },
        },
        { name: words.change, number: true, cell: ({ delta }) => (delta === 0 ? '–' : signed(page, delta)) },
        {
          name: words.balance,
          number: true,
          cell: ({ unit, balance }) => (unit === 'STAMPS' ? stamps : points)(page.number(balance)),
        },
        { name: words.merchant, cell: ({ merchant, merchantId }) => merchant?.name ?? merchantId ?? '–' },
        { name: words.by, cell: ({ by }) => by ?? '–' },
        page.may('REDEEM') && { name: words.reverse, cell: (entry) => reversalOf(page, entry) },
      ],
    }),
    pagingOf(page, pageInfo),
  ];
}

function signed(page: Page, delta: number): string {
  return delta > 0 ? `+${page.number(delta)}` : `−${page.number(-delta)}`;
}

function reversalOf(page: Page, { id, reason, reversedBy, createdAt }: Entry): ComponentChildren {
  const { reasons, reverseOf, wasReversed } = page.words.loyalty.user;
  if (reversedBy) return wasReversed;
  if (reason === 'REVERSED') return '–';
  const label = reverseOf(reasons[reason], page.moment(createdAt));
  return formOf(page, 'reverse', { key: id, values: { entry: id }, quiet: true, label });
}
