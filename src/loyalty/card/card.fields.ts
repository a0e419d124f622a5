import { lineField, patternField, textField, urlField } from '../../vocabulary/fields.ts';

export const colorForm = [/^#[0-9a-fA-F]{6}$/, 'is not a color in the format #rrggbb'] as const;

export const cardFields = {
  title: lineField(200, 'Title that customers see', { form: 'design', alternativeScope: true }),
  description: textField(10_000, 'Text that customers see below the title', { form: 'design', alternativeScope: true }),
  backgroundColor: patternField(7, colorForm, 'Background color, `#rrggbb`', {
    form: 'design',
    alternativeScope: true,
  }),
  textColor: patternField(7, colorForm, 'Text color, `#rrggbb`', { form: 'design', alternativeScope: true }),
  logoUrl: urlField('address of the logo', { form: 'design', alternativeScope: true }),
};
