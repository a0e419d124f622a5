import { idInput, nameInput } from '../../api/inputs.ts';

export const categoryId = idInput('category', 'a category id', 'The category');

export const categoryName = nameInput('Name of the category');

export const category = categoryId
  .nullish()
  .meta({ description: 'The category in which to place the campaign: `cat_` followed by 12 characters.' });
