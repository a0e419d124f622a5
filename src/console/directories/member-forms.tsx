import { graphql } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { form } from '../frame/screen.ts';
import { copyableOf } from '../parts/copyable.tsx';
import { memberFields } from './member-fields.ts';

/** Returns the input that identifies the member of the page. */
function memberKey({ params }: Page): { directory: string; user: string } {
  return { directory: params.directory ?? '', user: params.member ?? '' };
}

export const updateMember = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleUpdateDirectoryUser($input: UpdateDirectoryUserInput!) {
      updateDirectoryUser(input: $input) {
        id
      }
    }
  `),
  fields: memberFields,
  clears: true,
  variables: ({ email, ...input }: { email: string | null }, page) => ({
    input: { ...memberKey(page), email: email ?? '', ...input },
  }),
  submit: ({ directories }) => directories.member.save,
  doneWords: ({ directories }) => directories.member.saved,
  problemsAt: { DIRECTORY_EMAIL_TAKEN: 'email' },
});

export const grantAccess = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleGrantPaidAccess($input: GrantPaidAccessInput!) {
      grantPaidAccess(input: $input) {
        id
      }
    }
  `),
  fields: {
    expiresAt: {
      kind: 'moment',
      label: ({ directories }) => directories.member.end,
      hint: ({ directories }) => directories.member.endHint,
    },
  },
  variables: (input: { expiresAt?: string }, page) => ({ input: { ...memberKey(page), ...input } }),
  submit: ({ directories }) => directories.member.grant,
  doneWords: ({ directories }) => directories.member.granted,
});

export const revokeAccess = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleRevokePaidAccess($input: RevokePaidAccessInput!) {
      revokePaidAccess(input: $input) {
        id
      }
    }
  `),
  fields: {},
  variables: (_: object, page) => ({ input: memberKey(page) }),
  submit: ({ directories }) => directories.member.revoke,
  doneWords: ({ directories }) => directories.member.revoked,
});

const setBlocked = graphql(`
  mutation ConsoleSetDirectoryUserBlocked($input: SetDirectoryUserBlockedInput!) {
    setDirectoryUserBlocked(input: $input) {
      id
    }
  }
`);

export const blockMember = form({
  scope: 'WRITE',
  document: setBlocked,
  fields: {
    reason: {
      kind: 'text',
      label: ({ directories }) => directories.member.reason,
      hint: ({ directories }) => directories.member.reasonHint,
      most: 200,
    },
  },
  variables: (input: { reason?: string }, page) => ({ input: { ...memberKey(page), blocked: true, ...input } }),
  submit: ({ directories }) => directories.member.blockSubmit,
  doneWords: ({ directories }) => directories.member.blocked,
});

export const unblockMember = form({
  scope: 'WRITE',
  document: setBlocked,
  fields: {},
  variables: (_: object, page) => ({ input: { ...memberKey(page), blocked: false } }),
  submit: ({ directories }) => directories.member.unblock,
  doneWords: ({ directories }) => directories.member.unblocked,
});

export const setPassword = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleSetDirectoryUserPassword($input: SetDirectoryUserPasswordInput!) {
      setDirectoryUserPassword(input: $input) {
        id
      }
    }
  `),
  fields: {
    password: {
      kind: 'password',
      label: ({ directories }) => directories.member.password,
      hint: ({ directories }) => directories.member.passwordHint,
      required: true,
      most: 128,
      autocomplete: 'new-password',
    },
  },
  variables: ({ password = '' }: { password?: string }, page) => ({ input: { ...memberKey(page), password } }),
  submit: ({ directories }) => directories.member.passwordSubmit,
  doneWords: ({ directories }) => directories.member.passwordSet,
});

export const makeLink = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleCreateSingleSignOn($input: CreateSingleSignOnInput!) {
      createSingleSignOn(input: $input) {
        url
        expiresAt
      }
    }
  `),
  fields: {},
  variables: (_: object, page) => ({ input: memberKey(page) }),
  submit: ({ directories }) => directories.member.linkSubmit,
  show: ({ createSingleSignOn: { url, expiresAt } }, page) => (
    <div class="note good" role="status">
      <p>{page.words.directories.member.linkMade(page.moment(expiresAt))}</p>
      {copyableOf(page, url)}
    </div>
  ),
});

export const deleteMember = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleDeleteDirectoryUser($input: DeleteDirectoryUserInput!) {
      deleteDirectoryUser(input: $input) {
        id
      }
    }
  `),
  fields: {},
  variables: (_: object, page) => ({ input: memberKey(page) }),
  submit: ({ directories }) => directories.member.deleteSubmit,
  done: (_, { params }) => `/directories/${params.directory}/members`,
});
