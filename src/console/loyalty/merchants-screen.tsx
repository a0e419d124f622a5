import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { connectionOf, mutationOf } from '../../documents/typed-document.ts';
import { labelled } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { filtersOf, searchedText } from '../parts/filters.tsx';
import { foldedFormOf, formOf } from '../parts/form.tsx';
import { headingOf } from '../parts/pieces.tsx';
import { emptyOf, pagingOf, tableOf } from '../parts/table.tsx';
import { areaTabs } from './loyalty-tabs.ts';

const fields = labelled(({ loyalty }) => loyalty.merchants)({
  name: { kind: 'text', required: true, maxLength: 100 },
  address: { kind: 'text', maxLength: 255 },
  zip: { kind: 'text', maxLength: 20 },
  city: { kind: 'text', maxLength: 100 },
});

const addMerchant = form({
  document: mutationOf('createMerchant'),
  fields,
  submit: ({ loyalty }) => loyalty.merchants.addButton,
  notice: ({ loyalty }) => loyalty.merchants.added,
});

const editMerchant = form({
  document: mutationOf('updateMerchant'),
  fields: { id: { kind: 'hidden' }, ...fields },
  clears: true,
  submit: ({ loyalty }) => loyalty.merchants.save,
  notice: ({ loyalty }) => loyalty.merchants.saved,
});

const deleteMerchant = form({
  document: mutationOf('deleteMerchant'),
  fields: { id: { kind: 'hidden' } },
  submit: ({ loyalty }) => loyalty.merchants.remove,
  notice: ({ loyalty }) => loyalty.merchants.removed,
});

const document = connectionOf('merchants', 'MerchantFilter', 'id name address zip city');

type Merchant = ResultOf<typeof document>['merchants']['nodes'][number];

export const merchantsScreen = screen({
  path: '/loyalty/merchants',
  scope: 'READ',
  document,
  variables: (page) => ({ after: page.query('after'), filter: { text: searchedText(page) } }),
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
        empty: isEmpty ? emptyOf(words.empty, words.emptyAdvice) : emptyOf(words.noMatch),
        columns: [
          { name: words.name, cell: ({ name }) => <strong>{name}</strong> },
          { name: words.address, cell: (merchant) => placeOf(merchant) || '–' },
          { name: words.id, cell: ({ id }) => <code>{id}</code> },
          page.may('WRITE') && { name: words.edit, cell: (merchant) => changesOf(page, merchant) },
        ],
      }),
      pagingOf(page, pageInfo),
      foldedFormOf(page, 'add', { summary: words.add, open: isEmpty }),
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
