import { z } from 'zod';
import { timezone } from '../../accounts/account/account.inputs.ts';
import { idPattern } from '../../kernel/values/ids.ts';
import { isLocalTime } from '../../kernel/values/local-time.ts';

export const directoryId = z
  .string()
  .regex(idPattern('directory'), 'is not a directory id')
  .meta({ scalar: 'ID', description: 'The directory: `dir_` and 12 characters.' });

export const categoryId = z
  .string()
  .regex(idPattern('category'), 'is not a category id')
  .meta({ scalar: 'ID', description: 'The category: `cat_` and 12 characters.' });

const userId = z
  .string()
  .regex(idPattern('directoryUser'), 'is not a directory user id')
  .meta({ scalar: 'ID', description: 'The member: `reg_` and 16 characters.' });

export const directoryIdOnly = z.object({ id: directoryId });

/** Names one member of one directory. */
export const userName = { directory: directoryId, user: userId };

export const campaignId = z
  .string()
  .refine((id) => idPattern('coupon').test(id) || idPattern('loyaltyCard').test(id), 'is not the id of a campaign')
  .meta({ scalar: 'ID', description: 'The campaign: a coupon (`cam_…`) or a loyalty card (`loy_…`).' });

/** Names one campaign of one directory. */
export const campaignName = { directory: directoryId, campaign: campaignId };

export const name = z.string().trim().min(1).max(100).meta({ description: 'What it is called; 1 to 100 characters.' });

const words = (length: number, description: string) =>
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

export const category = categoryId.nullish().meta({ description: 'The category of the directory to put it into.' });

export const paid = z.boolean().meta({ description: 'Whether only members with paid access may open it.' });

export const password = z.string().min(8).max(128).meta({ description: 'The password; 8 to 128 characters.' });

/** What may be known of a member. */
export const userFields = {
  email: z
    .email('is not an email address')
    .max(254)
    .meta({ description: 'Email address to sign in with. No other member of the directory has it, in any case.' }),
  firstName: words(100, 'First name'),
  lastName: words(100, 'Last name'),
  phone: words(50, 'Phone number, kept as it is given'),
  birthDate: z
    .string()
    .refine((date) => isLocalTime(`${date} 00:00:00`), 'is not a date in the format yyyy-MM-dd')
    .nullish()
    .meta({ description: 'Date of birth: `yyyy-MM-dd`.' }),
  address: words(255, 'Street and number'),
  zip: words(20, 'Postal code'),
  city: words(100, 'City'),
  custom1: words(255, 'Custom field 1'),
  custom2: words(255, 'Custom field 2'),
  custom3: words(255, 'Custom field 3'),
};
