import type { ResultOf } from 'gql.tada';
import { graphql, mutationOf } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import type { Field } from '../frame/screen-field.ts';
import { filtersOf, searchedText } from '../parts/filters.tsx';
import { foldedFormOf, formOf } from '../parts/form.tsx';
import { emptyOf, foldOf } from '../parts/pieces.tsx';
import { directoryHeader } from './directory-header.ts';
import { addOffer, type Choices, changeOffer, moveOffer, type Offer, offerList, removeOffer } from './offer-list.tsx';

const hidden: Field = { kind: 'hidden' };

const name: Field = {
  kind: 'text',
  label: ({ directories }) => directories.categories.name,
  required: true,
  maxLength: 100,
};

const createCategory = form(mutationOf('createCategory'), {
  fields: { name },
  variables: ({ name = '' }: { name?: string }, { params }) => ({ input: { directory: params.directory ?? '', name } }),
  says: ({ directories: { categories } }) => [categories.create, categories.created],
});

const renameCategory = form(mutationOf('updateCategory'), {
  fields: { id: hidden, name },
  variables: ({ id, name = '' }: { id: string; name?: string }) => ({ input: { id, name } }),
  says: ({ directories: { categories } }) => [categories.rename, categories.renamed],
});

const moveCategory = form(mutationOf('moveCategory'), {
  fields: { id: hidden, after: hidden },
  says: ({ directories: { offers } }) => [offers.move, offers.moved],
});

const deleteCategory = form(mutationOf('deleteCategory'), {
  fields: { id: hidden },
  says: ({ directories: { categories } }) => [categories.delete, categories.deleted],
});

const document = graphql(`
  query ConsoleDirectoryOffers($directory: ID!, $find: String) {
    directory(id: $directory) {
      name url
      categories { id name }
      campaigns {
        campaignId name paid
        category { id }
        coupon { state }
        loyaltyCard { active }
      }
    }
    coupons(first: 50, filter: { text: $find }) { nodes { id name } }
    loyaltyCards(first: 50, filter: { text: $find }) { nodes { id name } }
  }
`);

type Data = ResultOf<typeof document>;
type Category = Data['directory']['categories'][number];

export const directoryOffersScreen = screen({
  path: '/directories/:directory/campaigns',
  document,
  variables: (page) => ({ find: searchedText(page, 'find') }),
  title: ({ directory }, { words }) => `${words.directories.tabs.offers}: ${directory.name}`,
  forms: {
    ...{ add: addOffer, change: changeOffer, remove: removeOffer, move: moveOffer },
    ...{ category: createCategory, rename: renameCategory, shift: moveCategory, drop: deleteCategory },
  },
  islands: ['reorder'],
  view: (data, page) => {
    const choices = choicesOf(data);
    return [
      directoryHeader(page, data.directory),
      adding(page, choices, data.directory.campaigns.length === 0),
      sections(page, data.directory, choices),
      foldedFormOf(page, 'category', { summary: page.words.directories.categories.create }),
    ];
  },
});

function choicesOf({ directory, coupons, loyaltyCards }: Data): Choices {
  const placed = new Set(directory.campaigns.map(({ campaignId }) => campaignId));
  const found = [
    ...coupons.nodes.map((coupon) => ({ ...coupon, isCoupon: true })),
    ...loyaltyCards.nodes.map((card) => ({ ...card, isCoupon: false })),
  ];
  return { categories: directory.categories, found: found.filter(({ id }) => !placed.has(id)) };
}

function adding(page: Page, choices: Choices, isFirst: boolean) {
  const { offers } = page.words.directories;
  const form = formOf(page, 'add', { data: choices });
  const isUsed = page.query('find') !== null || page.attempt?.form === 'add';
  return (
    form &&
    foldOf(
      offers.add,
      [
        filtersOf(page, [{ name: 'find', label: offers.find, kind: 'search' }]),
        choices.found.length > 0 || page.attempt?.form === 'add' ? form : <p role="status">{offers.notFound}</p>,
      ],
      isFirst || isUsed,
    )
  );
}

function sections(page: Page, { categories, campaigns }: Data['directory'], choices: Choices) {
  const { offers } = page.words.directories;
  if (campaigns.length + categories.length === 0) return emptyOf(offers.empty, offers.emptyAdvice);
  const within = (id: string | null) => campaigns.filter(({ category }) => (category?.id ?? null) === id);
  const loose = within(null);
  return [
    categories.map((category, index) => section(page, categories, index, within(category.id), choices)),
    <section class="card" aria-labelledby="loose">
      <h2 id="loose">{categories.length > 0 ? offers.withoutCategory : page.words.directories.tabs.offers}</h2>
      {loose.length === 0 && <p class="hint nothing">–</p>}
      {offerList(page, null, loose, choices)}
    </section>,
  ];
}

function section(
  page: Page,
  categories: readonly Category[],
  index: number,
  offers: readonly Offer[],
  choices: Choices,
) {
  const { id = '', name = '' } = categories[index] ?? {};
  return (
    <section class="card" aria-labelledby={id}>
      <div class="section-head">
        <h2 id={id}>{name}</h2>
        {shifts(page, categories, index)}
      </div>
      {offers.length === 0 && <p class="hint nothing">{page.words.directories.offers.emptyCategory}</p>}
      {offerList(page, id, offers, choices)}
      {categoryForms(page, { id, name })}
    </section>
  );
}

function shifts(page: Page, categories: readonly Category[], index: number) {
  const { up, down, upShort, downShort } = page.words.directories.offers;
  const { id = '', name = '' } = categories[index] ?? {};
  const button = (way: string, submit: string, label: string, after: string | undefined) =>
    formOf(page, 'shift', { key: `${id}-${way}`, values: { id, after }, quiet: true, submit, label });
  return (
    <span class="moves">
      {[
        index > 0 && button('up', upShort, up(name), categories[index - 2]?.id),
        categories[index + 1] && button('down', downShort, down(name), categories[index + 1]?.id),
      ]}
    </span>
  );
}

function categoryForms(page: Page, { id: key, name }: Category) {
  const words = page.words.directories.categories;
  const renaming = formOf(page, 'rename', { key, values: { id: key, name } });
  const open = page.attempt?.form === 'rename' && page.attempt.key === key;
  return (
    renaming && (
      <details class="change" open={open}>
        <summary aria-label={words.editLabel(name)}>{words.edit}</summary>
        {renaming}
        <p class="hint">{words.deleteText}</p>
        {formOf(page, 'drop', { key, values: { id: key }, quiet: true, dangerous: true })}
      </details>
    )
  );
}
