import { z } from 'zod';
import { idInput, nameInput, timezone, words } from '../../kernel/api/inputs.ts';

export const directoryId = idInput('directory', 'a directory id', 'The directory');
export const directoryIdOnly = z.object({ id: directoryId });
export const name = nameInput('What it is called');

/** All that a directory can be given; an update takes any part of it. */
export const directoryFields = {
  name,
  title: words(200, 'The heading of its page; its name unless told'),
  description: z
    .string()
    .max(2000)
    .nullish()
    .meta({ description: 'What stands below the heading of its page; at most 2000 characters.' }),
  timezone: timezone
    .nullish()
    .meta({ description: 'IANA name of the zone in which its page tells times. The zone of the account unless told.' }),
};
