import { z } from 'zod';
import { trimmedText } from '../../api/inputs.ts';
import { type CodeForm, digits, digitsAndLetters, withoutLookAlikes } from './validation-code.ts';

const codeText = trimmedText.regex(/^[A-Za-z0-9-]*$/, 'may contain letters, digits and hyphens only');

export const codeFields = {
  automatedCodes: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether to generate a validation code for each session.' }),
  codePrefix: codeText
    .max(50)
    .nullish()
    .meta({ description: 'Prefix of the generated codes, at most 50 letters, digits and hyphens.' }),
  codeLength: z
    .int()
    .min(10)
    .max(25)
    .default(10)
    .meta({ description: 'Length of the generated codes without the prefix, 10 to 25 characters.' }),
  codeType: z
    .enum(['NUMERIC', 'ALPHANUMERIC'])
    .meta({
      id: 'CodeType',
      description: 'The characters of generated codes.',
      values: { NUMERIC: 'Digits.', ALPHANUMERIC: 'Digits and upper-case letters.' },
    })
    .default('ALPHANUMERIC')
    .meta({ description: 'The characters of the generated codes.' }),
  codePattern: trimmedText
    .max(80)
    .regex(/^[A-Za-z0-9-]*#[A-Za-z0-9#-]*$/, 'may contain letters, digits, hyphens and # only, at least one #')
    .nullish()
    .meta({
      description:
        'A pattern that replaces `codePrefix` and `codeLength`, such as `SUMMER-####-####`. A random character replaces each `#`. At most 80 characters.',
    }),
  withoutLookAlikes: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether to exclude the easily confused characters 0, O, 1, I and L.' }),
};

type CodeInput = z.output<z.ZodObject<typeof codeFields>>;

export function codeFormOf(input: CodeInput): CodeForm | null {
  if (!input.automatedCodes) return null;
  const letters = input.codeType === 'NUMERIC' ? digits : digitsAndLetters;
  return {
    pattern: input.codePattern ?? `${input.codePrefix ?? ''}${'#'.repeat(input.codeLength)}`,
    alphabet: input.withoutLookAlikes ? withoutLookAlikes(letters) : letters,
  };
}
