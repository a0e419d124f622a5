import type { DirectoryUser } from '../directories/user/user.ts';
import { date } from '../representations/wire-values.ts';
import type { FieldsOf } from './payload-fields.ts';

/** Returns the fields of the events of a directory. Only registrations have `data`, which receivers take for a member. */
export const directoryFields: FieldsOf = ({ type, data, campaignId }) => ({
  ...(type === 'directory_registration' && { data: memberOf(JSON.parse(data)) }),
  directory: campaignId ?? '',
});

function memberOf(user: DirectoryUser): object {
  return {
    userId: user.id,
    first_name: user.firstName ?? '',
    last_name: user.lastName ?? '',
    birthday: user.birthDate ?? '',
    email: user.email,
    phone: user.phone ?? '',
    created_at: date(user.createdAt),
  };
}
