import { graphql } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { form } from '../frame/screen.ts';
import type { Field } from '../frame/screen-field.ts';

/** What the options of the fields are made of. */
export interface Choices {
  categories: readonly { id: string; name: string }[];
  found: readonly { id: string; name: string; isCoupon: boolean }[];
}

const hidden: Field = { kind: 'hidden' };

const category: Field = {
  kind: 'select',
  label: ({ directories }) => directories.offers.category,
  options: ({ directories }, { categories }: Choices) => [
    ['', directories.offers.noCategory],
    ...categories.map(({ id, name }) => [id, name] as const),
  ],
};

const paid: Field = { kind: 'checkbox', label: ({ directories }) => directories.offers.paid };

const idOf = ({ params }: Page) => params.directory ?? '';

export const addOffer = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleAddDirectoryCampaign($input: AddDirectoryCampaignInput!) {
      addDirectoryCampaign(input: $input) {
        id
      }
    }
  `),
  fields: {
    campaign: {
      kind: 'select',
      label: ({ directories }) => directories.offers.campaign,
      required: true,
      options: ({ directories: { offers } }, { found }: Choices) =>
        found.map(({ id, name, isCoupon }) => [id, `${name} (${isCoupon ? offers.coupon : offers.card})`] as const),
    },
    category,
    paid,
  },
  variables: (input: { campaign: string }, page) => ({ input: { directory: idOf(page), ...input } }),
  submit: ({ directories }) => directories.offers.addSubmit,
  doneWords: ({ directories }) => directories.offers.added,
  problemsAt: { DIRECTORY_CAMPAIGN_EXISTS: 'campaign' },
});

export const changeOffer = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleUpdateDirectoryCampaign($input: UpdateDirectoryCampaignInput!) {
      updateDirectoryCampaign(input: $input) {
        id
      }
    }
  `),
  fields: { campaign: hidden, category, paid },
  clears: true,
  variables: (input: { campaign: string }, page) => ({ input: { directory: idOf(page), ...input } }),
  submit: ({ directories }) => directories.offers.save,
  doneWords: ({ directories }) => directories.offers.changed,
});

export const removeOffer = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleRemoveDirectoryCampaign($input: RemoveDirectoryCampaignInput!) {
      removeDirectoryCampaign(input: $input) {
        id
      }
    }
  `),
  fields: { campaign: hidden },
  variables: (input: { campaign: string }, page) => ({ input: { directory: idOf(page), ...input } }),
  submit: ({ directories }) => directories.offers.remove,
  doneWords: ({ directories }) => directories.offers.removed,
});

/** The text of `category` that takes an offer out of its category. */
export const noCategory = 'none';

/** `after` is empty for the first place; without `category`, the offer stays in its category. */
export const moveOffer = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleMoveDirectoryCampaign($input: MoveDirectoryCampaignInput!) {
      moveDirectoryCampaign(input: $input) {
        id
      }
    }
  `),
  fields: { campaign: hidden, after: hidden, category: hidden },
  variables: ({ category, ...input }: { campaign: string; after?: string; category?: string }, page) => ({
    input: {
      directory: idOf(page),
      ...input,
      ...(category !== undefined && { category: category === noCategory ? null : category }),
    },
  }),
  submit: ({ directories }) => directories.offers.move,
  doneWords: ({ directories }) => directories.offers.moved,
});
