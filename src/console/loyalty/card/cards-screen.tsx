import type { ResultOf, VariablesOf } from 'gql.tada';
import { connectionOf, mutationOf } from '../../../documents/typed-document.ts';
import { cardFields } from '../../../loyalty/card/card.fields.ts';
import { formFields, labelled, namesInGroup } from '../../frame/labelled-fields.ts';
import type { Page } from '../../frame/page.ts';
import { form, screen } from '../../frame/screen.ts';
import { filtersOf, searchedText } from '../../parts/filters.tsx';
import { formOf } from '../../parts/form.tsx';
import { type Column, emptyOf, headingOf, linkButton, pagingOf, statusOf, tableOf } from '../../parts/pieces.tsx';

const document = connectionOf(
  'loyaltyCards',
  'LoyaltyCardFilter',
  `
    id name type medium active
    totals { members membersRemoved stampsAdded pointsAdded rewardsEarned rewardsWithdrawn rewardsUsed rewardsReturned }
  `,
);

type Card = ResultOf<typeof document>['loyaltyCards']['nodes'][number];

export const cardsScreen = screen({
  path: '/loyalty',
  document,
  variables: (page) => ({ filter: { text: searchedText(page), active: activeOf(page.query('state')) } }),
  title: (_, { words }) => words.loyalty.title,
  view: ({ loyaltyCards: { nodes, pageInfo } }, page) => {
    const { title, list } = page.words.loyalty;
    return [
      headingOf(title, page.may('WRITE') && linkButton(page.to('/loyalty/new'), list.create)),
      cardFilters(page),
      tableOf({
        caption: title,
        rows: nodes,
        columns: columnsOf(page),
        empty: emptyList(page),
      }),
      pagingOf(page, pageInfo),
    ];
  },
});

function activeOf(state: string | null): boolean | null {
  return state === 'active' ? true : state === 'inactive' ? false : null;
}

function cardFilters(page: Page) {
  const { list, inUse, notInUse } = page.words.loyalty;
  return filtersOf(page, [
    { name: 'search', label: list.search, kind: 'search' },
    { name: 'state', label: list.state, kind: 'select', options: { active: inUse, inactive: notInUse } },
  ]);
}

function columnsOf(page: Page): Column<Card>[] {
  const { list, types, media, inUse, notInUse, stamps, points } = page.words.loyalty;
  const difference = (one: string, other: string) => page.number(Number(one) - Number(other));
  return [
    { name: list.name, cell: ({ id, name }) => <a href={page.to(`/loyalty/${id}`)}>{name}</a> },
    {
      name: list.kind,
      cell: ({ type, medium }) => (
        <div>
          {types[type]}
          <br />
          <small class="soft">{media[medium]}</small>
        </div>
      ),
    },
    { name: list.state, cell: ({ active }) => statusOf(active ? inUse : notInUse, active ? 'good' : 'calm') },
    { name: list.members, number: true, cell: ({ totals }) => difference(totals.members, totals.membersRemoved) },
    {
      name: list.given,
      number: true,
      cell: ({ type, totals }) =>
        type === 'STAMP' ? stamps(page.number(totals.stampsAdded)) : points(page.number(totals.pointsAdded)),
    },
    {
      name: list.earned,
      number: true,
      cell: ({ totals }) => difference(totals.rewardsEarned, totals.rewardsWithdrawn),
    },
    { name: list.used, number: true, cell: ({ totals }) => difference(totals.rewardsUsed, totals.rewardsReturned) },
  ];
}

function emptyList(page: Page) {
  const { list } = page.words.loyalty;
  if (page.query('search') || page.query('state')) return emptyOf(list.noMatch, list.noMatchAdvice);
  const action = page.may('WRITE') && linkButton(page.to('/loyalty/new'), list.create);
  return emptyOf(list.empty, list.emptyAdvice, action);
}

const design = formFields(cardFields, ({ loyalty: { fields } }) => ({
  ...fields,
  title: [fields.title, fields.titleHint],
  backgroundColor: [fields.backgroundColor, fields.colorHint, fields.colorError],
  textColor: [fields.textColor, fields.colorHint, fields.colorError],
  logoUrl: [fields.logoUrl, fields.logoUrlHint],
}));

export const settingFields = labelled(({ loyalty }) => loyalty.fields)({
  name: { kind: 'text', required: true, maxLength: 50 },
  stampsRequired: { kind: 'number', min: 1, max: 1000 },
  pointsPerAmount: { kind: 'decimal', maxLength: 12 },
  pointsRounding: { kind: 'select', options: ({ loyalty }) => Object.entries(loyalty.fields.roundings) },
  pointsValidDays: { kind: 'number', min: 1, max: 36_500 },
  maxPerDay: { kind: 'number', min: 1, max: 1_000_000 },
  active: { kind: 'checkbox' },
  ...design,
  backgroundColor: { ...design.backgroundColor, placeholder: '#14507a' },
  textColor: { ...design.textColor, placeholder: '#ffffff' },
  domain: { kind: 'text', maxLength: 253 },
});

/** The fields that customers see. Forms show them in one group. */
export const designFields = [...namesInGroup(cardFields, 'design'), 'domain'];

const { name, ...others } = settingFields;

const createDocument = mutationOf('createLoyaltyCard');

type Input = VariablesOf<typeof createDocument>['input'];

const createForm = form(createDocument, {
  fields: labelled(({ loyalty }) => loyalty.fields)({
    name: { ...name, focus: true },
    type: {
      kind: 'select',
      hint: ({ loyalty }) => loyalty.fields.fixed,
      required: true,
      options: ({ loyalty }) => Object.entries(loyalty.fields.typeOptions),
    },
    medium: {
      kind: 'select',
      hint: ({ loyalty }) => loyalty.fields.fixed,
      required: true,
      options: ({ loyalty }) => Object.entries(loyalty.media),
    },
    ...others,
  }),
  // The field for stamps has a value even for a points card, which must not send it.
  variables: (input: Input) => ({ input: input.type === 'STAMP' ? input : { ...input, stampsRequired: null } }),
  says: ({ loyalty }) => [loyalty.create, loyalty.created],
  done: ({ createLoyaltyCard: { id } }) => `/loyalty/${id}`,
});

export const newCardScreen = screen({
  path: '/loyalty/new',
  scope: 'WRITE',
  title: (_, { words }) => words.loyalty.createTitle,
  forms: { create: createForm },
  view: (_, page) => [
    headingOf(page.words.loyalty.createTitle),
    formOf(page, 'create', {
      values: { type: 'STAMP', medium: 'WEB', stampsRequired: 10, active: true },
      groups: [{ legend: page.words.loyalty.design, fields: designFields, open: false }],
    }),
  ],
});
