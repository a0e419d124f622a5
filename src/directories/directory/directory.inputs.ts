import { z } from 'zod';
import { timezone } from '../../kernel/api/inputs.ts';
import { idPattern } from '../../kernel/values/ids.ts';

export const directoryId = z
  .string()
  .regex(idPattern('directory'), 'is not a directory id')
  .meta({ scalar: 'ID', description: 'The directory: `dir_` and 12 characters.' });
export const directoryIdOnly = z.object({ id: directoryId });
export const name = z.string().trim().min(1).max(100).meta({ description: 'What it is called; 1 to 100 characters.' });

export const words = (length: number, description: string) =>
  z
    .string()
    .max(length)
    .nullish()
    .meta({ description: `${description}; at most ${length} characters.` });

/** All that a directory can be given; an update takes any part of it. */
export const directoryFields = {
  name,
  title: words(200, 'The heading of its page; its name unless told'),
  description: words(2000, 'What stands below the heading of its page'),
  timezone: timezone
    .nullish()
    .meta({ description: 'IANA name of the zone in which its page tells times. The zone of the account unless told.' }),
};
