import { z } from 'zod';
import { type CodeForm, digits, digitsAndLetters, withoutLookAlikes } from './validation-code.ts';

const codeText = z.string().regex(/^[A-Za-z0-9-]*$/, 'may contain letters, digits and hyphens only');

/** How validation codes are generated in bulk (specification, "Create multiple single-use URLs"). */
export const codeFields = {
  automatedCodes: z.boolean().default(false).meta({ description: 'Whether to generate a validation code for each.' }),
  codePrefix: codeText
    .max(50)
    .nullish()
    .meta({ description: 'What codes begin with; at most 50 letters, digits and hyphens.' }),
  codeLength: z.int().min(10).max(25).default(10).meta({ description: 'Length without the prefix; 10 to 25.' }),
  codeType: z
    .enum(['NUMERIC', 'ALPHANUMERIC'])
    .meta({
      id: 'CodeType',
      description: 'What codes are made of.',
      values: { NUMERIC: 'Digits.', ALPHANUMERIC: 'Digits and upper-case letters.' },
    })
    .default('ALPHANUMERIC')
    .meta({ description: 'What they are made of.' }),
  codePattern: z
    .string()
    .max(80)
    .regex(/^[A-Za-z0-9#-]*#[A-Za-z0-9#-]*$/, 'may contain letters, digits, hyphens, and needs at least one #')
    .nullish()
    .meta({
      description:
        'Instead of prefix and length: each `#` is replaced, as in `SUMMER-####-####`; at most 80 characters.',
    }),
  withoutLookAlikes: z.boolean().default(false).meta({ description: 'Leaves out 0 O 1 I L, which people confuse.' }),
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
