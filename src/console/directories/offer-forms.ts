import { mutationOf } from '../../documents/typed-document.ts';
import { labelled } from '../frame/labelled-fields.ts';
import { form } from '../frame/screen.ts';
import type { Field, LabelledField } from '../frame/screen-field.ts';

export interface Choices {
  categories: readonly { id: string; name: string }[];
  found: readonly { id: string; name: string; isCoupon: boolean }[];
}

const hidden: Field = { kind: 'hidden' };

const category: LabelledField = {
  kind: 'select',
  label: ({ directories }) => directories.offers.category,
  options: ({ directories }, { categories }: Choices) => [
    ['', directories.offers.noCategory],
    ...categories.map(({ id, name }) => [id, name] as const),
  ],
};

const paid: LabelledField = { kind: 'checkbox', label: ({ directories }) => directories.offers.paid };

export const addOffer = form({
  document: mutationOf('addDirectoryCampaign'),
  fields: labelled(({ directories }) => directories.offers)({
    campaign: {
      kind: 'select',
      required: true,
      options: ({ directories: { offers } }, { found }: Choices) =>
        found.map(({ id, name, isCoupon }) => [id, `${name} (${isCoupon ? offers.coupon : offers.card})`] as const),
    },
    category,
    paid,
  }),
  adds: ({ params }) => ({ directory: params.directory }),
  submit: ({ directories }) => directories.offers.addSubmit,
  notice: ({ directories }) => directories.offers.added,
  problemsAt: { DIRECTORY_CAMPAIGN_EXISTS: 'campaign' },
});

export const changeOffer = form({
  document: mutationOf('updateDirectoryCampaign'),
  fields: { campaign: hidden, category, paid },
  clears: true,
  adds: ({ params }) => ({ directory: params.directory }),
  submit: ({ directories }) => directories.offers.save,
  notice: ({ directories }) => directories.offers.changed,
});

export const removeOffer = form({
  document: mutationOf('removeDirectoryCampaign'),
  fields: { campaign: hidden },
  adds: ({ params }) => ({ directory: params.directory }),
  submit: ({ directories }) => directories.offers.remove,
  notice: ({ directories }) => directories.offers.removed,
});

/** The value of `category` that takes an offer out of its category. */
export const noCategory = 'none';

/** An empty `after` means the first place. Without `category`, the offer stays in its category. */
export const moveOffer = form({
  document: mutationOf('moveDirectoryCampaign'),
  fields: { campaign: hidden, after: hidden, category: hidden },
  variables: ({ category, ...input }: { campaign: string; after?: string; category?: string }, { params }) => ({
    input: {
      directory: params.directory ?? '',
      ...input,
      ...(category !== undefined && { category: category === noCategory ? null : category }),
    },
  }),
  submit: ({ directories }) => directories.offers.move,
  notice: ({ directories }) => directories.offers.moved,
});
