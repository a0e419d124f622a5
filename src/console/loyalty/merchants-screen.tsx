import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import type { Field } from '../frame/screen-field.ts';
import { filtersOf, searchedText } from '../parts/filters.tsx';
import { formOf } from '../parts/form.tsx';
import { foldOf, headingOf } from '../parts/pieces.tsx';
import { emptyOf, pagingOf, tableOf } from '../parts/table.tsx';
import { areaTabs } from './loyalty-tabs.ts';

const fields = {
  name: { kind: 'text', label: ({ loyalty }) => loyalty.merchants.name, required: true, most: 100 },
  address: { kind: 'text', label: ({ loyalty }) => loyalty.merchants.address, most: 255 },
  zip: { kind: 'text', label: ({ loyalty }) => loyalty.merchants.zip, most: 20 },
  city: { kind: 'text', label: ({ loyalty }) => loyalty.merchants.city, most: 100 },
} satisfies Record<string, Field>;

const addMerchant = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleCreateMerchant($input: CreateMerchantInput!) {
      createMerchant(input: $input) { id }
    }
  `),
  fields,
  variables: (input) => ({ input }),
  submit: ({ loyalty }) => loyalty.merchants.addButton,
  doneWords: ({ loyalty }) => loyalty.merchants.added,
});

const editMerchant = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleUpdateMerchant($input: UpdateMerchantInput!) {
      updateMerchant(input: $input) { id }
    }
  `),
  fields: { id: { kind: 'hidden' }, ...fields },
  clears: true,
  variables: (input) => ({ input }),
  submit: ({ loyalty }) => loyalty.merchants.save,
  doneWords: ({ loyalty }) => loyalty.merchants.saved,
});

const deleteMerchant = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleDeleteMerchant($input: DeleteMerchantInput!) {
      deleteMerchant(input: $input) { id }
    }
  `),
  fields: { id: { kind: 'hidden' } },
  variables: (input) => ({ input }),
  submit: ({ loyalty }) => loyalty.merchants.remove,
  doneWords: ({ loyalty }) => loyalty.merchants.removed,
});

const document = graphql(`
  query ConsoleMerchants($first: Int, $after: String, $search: String) {
    merchants(first: $first, after: $after, filter: { text: $search }) {
      nodes { id name address zip city }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Merchant = ResultOf<typeof document>['merchants']['nodes'][number];

export const merchantsScreen = screen({
  path: '/loyalty/merchants',
  area: 'loyalty',
  scope: 'READ',
  document,
  variables: (page) => ({ first: 50, after: page.query('after'), search: searchedText(page) }),
  title: (_, { words }) => words.loyalty.merchantsTitle,
  forms: { add: addMerchant, edit: editMerchant, delete: deleteMerchant },
  view: ({ merchants: { nodes, pageInfo } }, page) => {
    const { merchants: words, merchantsTitle: title } = page.words.loyalty;
    const isEmpty = nodes.length === 0 && !page.query('search') && !page.query('after');
    return [
      headingOf(title),
      areaTabs(page),
      filtersOf(page, [{ name: 'search', label: words.search, kind: 'search' }]),
      tableOf({
        caption: title,
        rows: nodes,
        key: ({ id }) => id,
        empty: isEmpty ? emptyOf(words.empty, words.emptyAdvice) : emptyOf(words.noMatch),
        columns: [
          { name: words.name, cell: ({ name }) => <strong>{name}</strong> },
          { name: words.address, cell: (merchant) => placeOf(merchant) || '–' },
          { name: words.id, cell: ({ id }) => <code>{id}</code> },
          page.may('WRITE') && { name: words.edit, cell: (merchant) => changesOf(page, merchant) },
        ],
      }),
      pagingOf(page, pageInfo),
      page.may('WRITE') && foldOf(words.add, formOf(page, 'add'), isEmpty || page.attempt?.form === 'add'),
    ];
  },
});

function placeOf({ address, zip, city }: Merchant): string {
  return [address, [zip, city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

function changesOf(page: Page, merchant: Merchant): ComponentChildren {
  const { edit, removeOf } = page.words.loyalty.merchants;
  const { id, name } = merchant;
  const isAttempted = page.attempt?.form === 'edit' && page.attempt.key === id;
  return (
    <div>
      <details open={isAttempted}>
        <summary>{edit}</summary>
        {formOf(page, 'edit', { key: id, values: merchant })}
      </details>
      {formOf(page, 'delete', { key: id, values: { id }, quiet: true, dangerous: true, label: removeOf(name) })}
    </div>
  );
}
