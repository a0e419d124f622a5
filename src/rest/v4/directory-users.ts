import { directoryUsers } from '../../directories/search/list-directory-users.ts';
import { createSingleSignOn } from '../../directories/sign-in/create-single-sign-on.ts';
import {
  createDirectoryUser,
  directoryUser as findDirectoryUser,
  grantPaidAccess,
  revokePaidAccess,
  setDirectoryUserBlocked,
} from '../../directories/user/directory-user-operations.ts';
import { memberFields } from '../../directories/user/user.fields.ts';
import { directoryUserV4 } from '../../representations/directory-info.ts';
import { isoTime } from '../../representations/wire-values.ts';
import { flag, pageOfUsers, text, utcTime } from '../adapter/field.ts';
import { call, only, row } from '../adapter/row.ts';
import { asksForPage } from '../adapter/whole-list.ts';
import { directoryIdField, directoryUser } from '../fields/campaign-arguments.ts';
import { emailTo } from '../fields/message-fields.ts';
import { nounFields } from '../fields/wire-fields.ts';

const section = 'v4 directory';
const users = '/v4/directory/{id}/users';
const oneUser = `${users}/{userId}` as const;
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
  path: oneUser,
  summary: 'Get a member',
  section,
  fields: name,
  calls: only(findDirectoryUser, userCodes),
  reply: (user) => directoryUserV4(user),
});

export const createUser = row({
  path: users,
  summary: 'Create a member',
  section,
  fields: {
    id: directoryIdField('directory'),
    email: {
      ...emailTo,
      description: 'Email address with which the member signs in. Unique within the directory, ignoring case.',
    },
    password: text({
      argument: 'password',
      invalid: 300,
      description: 'The password, 8 to 128 characters. If omitted, a password is generated and returned once.',
      example: 'rye bread & butter',
    }),
    ...nounFields(memberFields),
    // Only forms turn a `+` into a space, and /v4 accepts no forms.
    phone: text({
      argument: 'phone',
      invalid: 301,
      maxLength: 50,
      description: 'Phone number, stored as given.',
      example: '+493012345678',
    }),
  },
  calls: only(createDirectoryUser, { DIRECTORY_NOT_FOUND: 507, DIRECTORY_EMAIL_TAKEN: 365 }),
  status: 201,
  reply: ({ user, password }) => ({
    ...directoryUserV4(user),
    ...(password !== null && { password }),
  }),
});

export const updateUser = row({
  path: oneUser,
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
  calls: only(setDirectoryUserBlocked, userCodes),
  reply: (user) => directoryUserV4(user),
});

export const giveAccess = row({
  path: `${oneUser}/access`,
  summary: 'Grant a member access to all paid content',
  section,
  fields: {
    ...name,
    expires_at: utcTime({
      argument: 'expiresAt',
      complaint: 'expires_at is not a date in the future in the format yyyy-MM-dd HH:mm:ss.',
      description: 'When the access ends, `yyyy-MM-dd HH:mm:ss` in UTC. Must be in the future. Default: no end.',
      example: '2999-12-31 23:59:59',
    }),
  },
  calls: only(grantPaidAccess, userCodes),
  reply: () => ({ message: 'Paid access granted' }),
});

export const takeAccess = row({
  method: 'DELETE',
  path: `${oneUser}/access`,
  summary: "Revoke a member's access to paid content",
  section,
  fields: name,
  calls: only(revokePaidAccess, userCodes),
  reply: () => ({ message: 'Paid access revoked' }),
});

export const createSignOn = row({
  path: `${oneUser}/sso`,
  summary: 'Create a single sign-on token that signs a member in once within 15 minutes',
  section,
  fields: name,
  calls: only(createSingleSignOn, { ...userCodes, DIRECTORY_USER_BLOCKED: 361 }),
  status: 201,
  reply: ({ token, url, expiresAt }) => ({ sso_token: token, sso_url: url, expires_at: isoTime(expiresAt) }),
});
