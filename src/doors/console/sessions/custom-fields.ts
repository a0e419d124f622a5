import type { Field } from '../frame/screen-field.ts';

/** The custom fields of a session, for forms. */
export const customFields: Record<string, Field> = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7].map((number) => [
    `customField${number}`,
    {
      kind: 'text',
      label: (words) => words.codes.session.customField(number),
      at: `data.customField${number}`,
      most: 50,
    } satisfies Field,
  ]),
);
