import {
  type LandingField,
  type LandingFieldKind,
  type LandingPage,
  landingFieldKinds,
  uniqueFields,
} from '../../../coupons/landing-page/landing-page.ts';
import { type Words, wordFor } from '../../../words/languages.ts';
import { labelled } from '../../frame/labelled-fields.ts';
import type { LabelledField } from '../../frame/screen-field.ts';

const isCustom = (kind: LandingFieldKind) => kind.startsWith('CUSTOM_FIELD');
const customKinds = landingFieldKinds.filter(isCustom);
const usualKinds = landingFieldKinds.filter((kind) => !isCustom(kind));

const nameOf = ({ landing }: Words, kind: LandingFieldKind) =>
  wordFor(landing.kinds, kind) ?? landing.custom(kind.slice(-1));

/** The names of a question's fields contain its kind. */
const ask = (kind: LandingFieldKind) => `ask_${kind}`;
const label = (kind: LandingFieldKind) => `label_${kind}`;
const needed = (kind: LandingFieldKind) => `needed_${kind}`;

/** The place to which `landingPlace` assigns the problems of a label. */
const labelPath = (kind: LandingFieldKind) => `landingPage.fields.${kind}`;

/** Names and addresses are optional questions, and may have a label. */
const usualFields = usualKinds.flatMap((kind): [string, LabelledField][] => [
  [
    ask(kind),
    {
      kind: 'select',
      at: `ask.${kind}`,
      label: (words) => nameOf(words, kind),
      options: ({ landing }) => [
        ['OPTIONAL', landing.optional],
        ['REQUIRED', landing.required],
      ],
    },
  ],
  [
    label(kind),
    {
      ...{ kind: 'text', maxLength: 80, at: labelPath(kind) },
      label: ({ landing, ...words }) => landing.labelOf(nameOf({ landing, ...words }, kind)),
      hint: ({ landing }) => landing.labelHint,
      error: ({ landing }) => landing.labelError,
    },
  ],
]);

/** A custom question is asked if it has a label. */
const customFields = customKinds.flatMap((kind): [string, LabelledField][] => [
  [
    label(kind),
    {
      ...{ kind: 'text', maxLength: 80, at: labelPath(kind) },
      label: (words) => nameOf(words, kind),
      error: ({ landing }) => landing.labelError,
    },
  ],
  [
    needed(kind),
    { kind: 'checkbox', at: `needed.${kind}`, label: (words) => words.landing.neededOf(nameOf(words, kind)) },
  ],
]);

const pageFields = labelled(({ landing }) => landing)({
  open: { kind: 'checkbox' },
  unique: {
    kind: 'select',
    at: 'landingPage.unique',
    options: (words) => uniqueFields.map((kind) => [kind, nameOf(words, kind)]),
  },
  limit: { kind: 'number', at: 'landingPage.limit', min: 1, max: 10_000_000 },
  consent: { kind: 'textarea', at: 'landingPage.consent', maxLength: 2000 },
});

export const landingFormFields: Record<string, LabelledField> = {
  ...pageFields,
  ...Object.fromEntries([...usualFields, ...customFields]),
};

export function landingFormGroups({ landing }: Words) {
  return [
    { legend: landing.groups.page, fields: ['open', 'unique', 'limit', 'consent'] },
    { legend: landing.groups.contact, fields: usualFields.map(([name]) => name), open: true },
    { legend: landing.groups.questions, fields: customFields.map(([name]) => name) },
  ];
}

export interface LandingForm {
  open: boolean;
  ask?: Partial<Record<LandingFieldKind, 'OPTIONAL' | 'REQUIRED' | null>>;
  needed?: Partial<Record<LandingFieldKind, boolean>>;
  landingPage?: Partial<Pick<LandingPage, 'unique' | 'limit' | 'consent'>> & {
    fields?: Partial<Record<LandingFieldKind, string | null>>;
  };
}

export function landingInput({ open, ask: asked, needed: isNeeded, landingPage = {} }: LandingForm) {
  if (!open) return null;
  const { fields: labels, ...settings } = landingPage;
  const isAsked = (kind: LandingFieldKind) => (isCustom(kind) ? labels?.[kind] : asked?.[kind]);
  const fields = landingFieldKinds.filter(isAsked).map((kind) => ({
    kind,
    label: labels?.[kind] ?? null,
    required: isCustom(kind) ? isNeeded?.[kind] === true : asked?.[kind] === 'REQUIRED',
  }));
  return { ...settings, fields };
}

export function landingFormValues(page: Omit<LandingPage, 'submissions'> | null): Record<string, unknown> {
  const valuesOf = ({ kind, label: text, required }: LandingField): [string, unknown][] => [
    [label(kind), text],
    isCustom(kind) ? [needed(kind), required] : [ask(kind), required ? 'REQUIRED' : 'OPTIONAL'],
  ];
  const { unique = null, limit = null, consent = null, fields = [] } = page ?? {};
  return { open: page !== null, unique, limit, consent, ...Object.fromEntries(fields.flatMap(valuesOf)) };
}

/** Problems name a field by its index, and the form by its kind. */
export function landingPlace(path: readonly PropertyKey[], variables: object): readonly PropertyKey[] {
  const { landingPage } = (variables as { input: { landingPage: ReturnType<typeof landingInput> } }).input;
  const [, part, index] = path;
  const kind = part === 'fields' ? landingPage?.fields[Number(index)]?.kind : undefined;
  return kind ? ['landingPage', 'fields', kind] : path;
}
