import { directoryUsers } from '../../directories/search/list-directory-users.ts';
import {
  createDirectoryUser,
  directoryUser as findDirectoryUser,
  setDirectoryUserBlocked,
} from '../../directories/user/directory-user-operations.ts';
import { directoryUserV4 } from '../../representations/directory-info.ts';
import { type Field, flag, pageOfUsers, text } from '../adapter/field.ts';
import { call, row } from '../adapter/row.ts';
import { asksForPage } from '../adapter/whole-list.ts';
import { directoryIdField, directoryUser } from '../fields/directory-fields.ts';

const section = 'v4 directory';
const users = '/v4/directory/{id}/users';
const name = { id: directoryIdField('directory'), userId: directoryUser };
const userCodes = { DIRECTORY_NOT_FOUND: 507, DIRECTORY_USER_NOT_FOUND: 517 };

export const listUsers = row({
  method: 'GET',
  path: users,
  summary: 'List the members of a directory, newest first: all members, or a page if requested',
  section,
  fields: {
    id: directoryIdField('directory'),
    ...pageOfUsers,
  },
  calls: {
    all: call(directoryUsers, { DIRECTORY_NOT_FOUND: 507 }, { first: 1000 }),
    page: call(directoryUsers, { DIRECTORY_NOT_FOUND: 507 }, { first: 100, page: 1 }),
  },
  choose: (fields) => (asksForPage(fields) ? 'page' : 'all'),
  whole: {
    item: (user) => directoryUserV4(user),
    hasPages: true,
  },
});

export const getUser = row({
  method: 'GET',
  path: `${users}/{userId}`,
  summary: 'Get a member',
  section,
  fields: name,
  calls: {
    only: call(findDirectoryUser, userCodes),
  },
  reply: (user) => directoryUserV4(user),
});

const words = (argument: string, maxLength: number, description: string, example: string): Field =>
  text({ argument, invalid: 300, maxLength, description, example });

export const createUser = row({
  path: users,
  summary: 'Create a member',
  section,
  fields: {
    id: directoryIdField('directory'),
    email: text({
      argument: 'email',
      invalid: 305,
      required: true,
      maxLength: 254,
      description: 'Email address to sign in with. Unique within the directory, ignoring case.',
      example: 'ada@example.com',
    }),
    password: text({
      argument: 'password',
      invalid: 300,
      description: 'The password, 8 to 128 characters. If omitted, one is generated and returned once.',
      example: 'rye bread & butter',
    }),
    first_name: words('firstName', 100, 'First name.', 'Ada'),
    last_name: words('lastName', 100, 'Last name.', 'Lovelace'),
    phone: text({
      argument: 'phone',
      invalid: 301,
      maxLength: 50,
      description: 'Phone number, stored as given.',
      example: '+493012345678',
    }),
    birth_date: text({
      argument: 'birthDate',
      invalid: 303,
      description: 'Date of birth, `yyyy-MM-dd`.',
      example: '1990-12-10',
    }),
    address: words('address', 255, 'Street and number.', 'Mill Lane 7'),
    zip: words('zip', 20, 'Postal code.', '10115'),
    city: words('city', 100, 'City.', 'Berlin'),
    custom_1: words('custom1', 255, 'Custom field 1.', 'rye'),
    custom_2: words('custom2', 255, 'Custom field 2.', 'rye'),
    custom_3: words('custom3', 255, 'Custom field 3.', 'rye'),
  },
  calls: {
    only: call(createDirectoryUser, { DIRECTORY_NOT_FOUND: 507, DIRECTORY_EMAIL_TAKEN: 365 }),
  },
  status: 201,
  reply: ({ user, password }) => ({
    ...directoryUserV4(user),
    ...(password !== null && { password }),
  }),
});

export const updateUser = row({
  path: `${users}/{userId}`,
  summary: 'Block or unblock a member',
  section,
  fields: {
    ...name,
    block: flag({
      argument: 'blocked',
      invalid: 302,
      description: 'Whether the member is blocked. Default: no change.',
      example: true,
    }),
  },
  calls: {
    only: call(setDirectoryUserBlocked, userCodes),
  },
  reply: (user) => directoryUserV4(user),
});
