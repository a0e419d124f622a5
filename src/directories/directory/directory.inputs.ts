import { z } from 'zod';
import { httpsAddress, idInput, nameInput, optionalLine, timezone } from '../../api/inputs.ts';

export const directoryId = idInput('directory', 'a directory id', 'The directory');
export const directoryIdOnly = z.object({ id: directoryId });
const name = nameInput('Name of the directory');

/** The fields of a directory. In an update, all of them are optional. */
export const directoryFields = {
  name,
  title: optionalLine(200, 'Heading of the page', ' Default: the name of the directory.'),
  description: z
    .string()
    .max(2000)
    .nullish()
    .meta({ description: 'Text below the heading of the page, at most 2,000 characters.' }),
  imageUrl: httpsAddress
    .nullish()
    .meta({ description: 'The HTTPS address of a preview image, at most 500 characters.' }),
  timezone: timezone.nullish().meta({
    description:
      'The time zone for times on the page: an IANA name, such as `Europe/Berlin`. On creation, defaults to the time zone of the account.',
  }),
};
