import { idInput } from '../../kernel/api/inputs.ts';

export const categoryId = idInput('category', 'a category id', 'The category');

export const category = categoryId
  .nullish()
  .meta({ description: 'The category of the directory to add the campaign to.' });
