import { z } from 'zod';
import { optionalText } from '../../api/inputs.ts';
import { isBlank } from '../../kernel/values/blank.ts';
import { dictionaries } from '../../words/languages.ts';
import { type LandingFieldKind, type LandingPage, landingFieldKinds, uniqueFields } from './landing-page.ts';

const customKinds = landingFieldKinds.filter((kind) => kind.startsWith('CUSTOM_FIELD'));

export const landingFieldKind = z.enum(landingFieldKinds).meta({
  id: 'LandingFieldKind',
  description: 'The kind of data that a field of a landing page asks for. The session stores the answer.',
  values: {
    FIRST_NAME: 'The first name.',
    LAST_NAME: 'The last name.',
    EMAIL: 'The email address.',
    PHONE: 'The phone number, with its country code.',
    ...(Object.fromEntries(customKinds.map((kind) => [kind, `Custom field ${kind.at(-1)}.`])) as Record<
      `CUSTOM_FIELD_${1 | 2 | 3 | 4 | 5 | 6 | 7}`,
      string
    >),
  },
});

export const landingUnique = z.enum(uniqueFields).meta({
  id: 'LandingUnique',
  description: 'The field by which a landing page recognizes a person.',
  values: { EMAIL: 'The email address, ignoring case.', PHONE: 'The phone number, in any format.' },
});

/** Labels appear on one line, and are keys of the answers in webhooks. */
const label = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^[^\p{Cc}]*$/u, 'must not contain control characters')
  .refine((text) => !isBlank(text), 'must not be empty');

const field = z
  .object({
    kind: landingFieldKind.meta({ description: 'The kind of data that the field asks for.' }),
    label: label.nullish().meta({
      description:
        'The label of the field, 1 to 80 characters. Required for custom fields. Default: a standard label in the language of the visitor.',
    }),
    required: z.boolean().default(false).meta({ description: 'Whether visitors must fill in the field.' }),
  })
  .refine(({ kind, label: text }) => text != null || !kind.startsWith('CUSTOM_FIELD'), {
    path: ['label'],
    message: 'is required for a custom field',
    params: { missing: true },
  })
  .meta({ id: 'LandingFieldInput', description: 'A field that a landing page asks for.' });

/**
 * Returns the same text for labels that look the same, although their spaces, letters or invisible characters differ.
 */
function asSeen(label: string): string {
  const plain = label.normalize('NFKC').replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
  return plain.replace(/\s+/g, ' ').trim().toLowerCase();
}

/**
 * Returns the index of the first field whose label repeats an earlier one, or -1. `defaults` has the labels of fields
 * without one of their own.
 */
function shownTwice(
  fields: readonly { kind: LandingFieldKind; label?: string | null | undefined }[],
  defaults: Partial<Record<LandingFieldKind, string>>,
): number {
  const shown = fields.map(({ kind, label: text }) => asSeen(text ?? defaults[kind] ?? ''));
  return shown.findIndex((text, index) => shown.indexOf(text) < index);
}

export const landingPageInput = z
  .object({
    fields: z
      .array(field)
      .max(landingFieldKinds.length)
      .meta({ description: 'The fields of the form, in display order. Each kind can occur at most once.' }),
    unique: landingUnique.nullish().meta({
      description:
        'The field that limits each person to one session. The page gives no session if the coupon already has one with the same value in this field, however that session was created. The form always requires the field.',
    }),
    limit: z.int().min(1).max(10_000_000).nullish().meta({
      description: 'The maximum number of sessions that the page gives away, 1 to 10,000,000. Default: no limit.',
    }),
    consent: optionalText(2000, 'The text that visitors must agree to before they get a session'),
  })
  .superRefine(
    ({ fields, unique }, context) => {
      const kinds = fields.map(({ kind }) => kind);
      if (new Set(kinds).size < kinds.length)
        context.addIssue({ code: 'custom', path: ['fields'], message: 'must not contain the same kind twice' });
      const twice = Math.max(
        ...Object.values(dictionaries).map(({ landingPage }) => shownTwice(fields, landingPage.labels)),
      );
      if (twice >= 0)
        context.addIssue({
          code: 'custom',
          path: ['fields', twice, 'label'],
          message: 'must differ from the other labels',
        });
      if (unique && !kinds.includes(unique))
        context.addIssue({ code: 'custom', path: ['unique'], message: 'must be one of the fields' });
    },
    { when: ({ issues }) => issues.length === 0 },
  )
  .meta({
    id: 'LandingPageInput',
    description: 'The form on the public page of a coupon with which visitors get their own session.',
  });

export type LandingPageInput = z.infer<typeof landingPageInput>;

export function landingPageOf(input: LandingPageInput): Omit<LandingPage, 'submissions'> {
  const { fields, unique = null, limit = null, consent } = input;
  return {
    fields: fields.map(({ kind, label: text, required }) => ({
      ...{ kind, label: text ?? null },
      required: required || kind === unique,
    })),
    ...{ unique, limit, consent: consent?.trim() || null },
  };
}
