import { createSingleSignOn } from '../../directories/sign-in/create-single-sign-on.ts';
import { grantPaidAccess, revokePaidAccess } from '../../directories/user/directory-user-operations.ts';
import { isoTime } from '../../representations/wire-values.ts';
import { utcTime } from '../adapter/field.ts';
import { only, row } from '../adapter/row.ts';
import { directoryIdField, directoryUser } from '../fields/directory-fields.ts';

const section = 'v4 directory';
const oneUser = '/v4/directory/{id}/users/{userId}';
const name = { id: directoryIdField('directory'), userId: directoryUser };
const userCodes = { DIRECTORY_NOT_FOUND: 507, DIRECTORY_USER_NOT_FOUND: 517 };

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
