import { z } from 'zod';
import { idPattern } from '../../kernel/values/ids.ts';

export const folderId = z
  .string()
  .regex(idPattern('folder'), 'is not a folder id')
  .meta({ scalar: 'ID', description: 'The folder: `fol_` and 12 characters.' });

export const folderFields = {
  name: z.string().trim().min(1).max(100).meta({ description: 'What it is called; 1 to 100 characters.' }),
  parent: folderId.nullish().meta({ description: 'The folder to put it into; none unless told.' }),
};
