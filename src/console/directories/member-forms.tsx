import { mutationOf } from '../../documents/typed-document.ts';
import { labelled } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { form } from '../frame/screen.ts';
import { copyableOf } from '../parts/copyable.tsx';
import { memberFields } from './member-fields.ts';

const memberKey = ({ params }: Page) => ({ directory: params.directory ?? '', user: params.member ?? '' });

export const updateMember = form({
  document: mutationOf('updateDirectoryUser'),
  fields: memberFields,
  clears: true,
  adds: memberKey,
  submit: ({ directories }) => directories.member.save,
  notice: ({ directories }) => directories.member.saved,
  problemsAt: { DIRECTORY_EMAIL_TAKEN: 'email' },
});

export const grantAccess = form({
  document: mutationOf('grantPaidAccess'),
  fields: labelled(({ directories }) => directories.member)({ expiresAt: { kind: 'moment', word: 'end' } }),
  adds: memberKey,
  submit: ({ directories }) => directories.member.grant,
  notice: ({ directories }) => directories.member.granted,
});

export const revokeAccess = form({
  document: mutationOf('revokePaidAccess'),
  adds: memberKey,
  submit: ({ directories }) => directories.member.revoke,
  notice: ({ directories }) => directories.member.revoked,
});

const setBlocked = mutationOf('setDirectoryUserBlocked');

export const blockMember = form({
  document: setBlocked,
  fields: labelled(({ directories }) => directories.member)({ reason: { kind: 'text', maxLength: 200 } }),
  adds: (page) => ({ ...memberKey(page), blocked: true }),
  submit: ({ directories }) => directories.member.blockSubmit,
  notice: ({ directories }) => directories.member.blocked,
});

export const unblockMember = form({
  document: setBlocked,
  adds: (page) => ({ ...memberKey(page), blocked: false }),
  submit: ({ directories }) => directories.member.unblock,
  notice: ({ directories }) => directories.member.unblocked,
});

export const setPassword = form({
  document: mutationOf('setDirectoryUserPassword'),
  fields: labelled(({ directories }) => directories.member)({
    password: { kind: 'password', required: true, maxLength: 128, autocomplete: 'new-password' },
  }),
  variables: ({ password = '' }: { password?: string }, page) => ({ input: { ...memberKey(page), password } }),
  submit: ({ directories }) => directories.member.passwordSubmit,
  notice: ({ directories }) => directories.member.passwordSet,
});

export const makeLink = form({
  document: mutationOf('createSingleSignOn', 'url expiresAt'),
  adds: memberKey,
  submit: ({ directories }) => directories.member.linkSubmit,
  show: ({ createSingleSignOn: { url, expiresAt } }, page) => (
    <div class="note good" role="status">
      <p>{page.words.directories.member.linkMade(page.moment(expiresAt))}</p>
      {copyableOf(page, url)}
    </div>
  ),
});

export const deleteMember = form({
  document: mutationOf('deleteDirectoryUser'),
  adds: memberKey,
  submit: ({ directories }) => directories.member.deleteSubmit,
  notice: ({ directories }) => directories.member.deleted,
  done: (_, { params }) => `/directories/${params.directory}/members`,
});
