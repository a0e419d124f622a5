import { z } from 'zod';
import { idPattern } from '../../kernel/values/ids.ts';

export const categoryId = z
  .string()
  .regex(idPattern('category'), 'is not a category id')
  .meta({ scalar: 'ID', description: 'The category: `cat_` and 12 characters.' });

export const category = categoryId.nullish().meta({ description: 'The category of the directory to put it into.' });
