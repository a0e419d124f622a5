import type { ComponentChildren } from 'preact';
import { graphql } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { form } from '../frame/screen.ts';
import type { Field } from '../frame/screen-field.ts';
import { codeBlock } from '../parts/code-block.tsx';

const personField = { person: { kind: 'hidden' } } as const satisfies Record<string, Field>;

const role = {
  kind: 'select',
  label: ({ settings }) => settings.people.role,
  options: ({ settings }) => Object.entries(settings.people.roles),
  required: true,
} as const satisfies Field;

export const invite = form({
  scope: 'ADMIN',
  document: graphql(`
    mutation ConsoleInvitePerson($input: InvitePersonInput!) {
      invitePerson(input: $input) {
        url
        mailed
        invitation {
          expiresAt
        }
      }
    }
  `),
  fields: {
    email: { kind: 'email', label: ({ settings }) => settings.people.email, required: true, most: 254 },
    role,
  },
  variables: (input) => ({ input }),
  problemsAt: { PERSON_EXISTS: 'email' },
  submit: ({ settings }) => settings.people.send,
  show: ({ invitePerson: { url, mailed, invitation } }, page) =>
    linkOf(page, page.words.settings.people.invited, { url, mailed, expiresAt: invitation.expiresAt }),
});

export const reset = form({
  scope: 'ADMIN',
  document: graphql(`
    mutation ConsoleResetPassword($input: ResetPasswordInput!) {
      resetPassword(input: $input) {
        url
        mailed
        expiresAt
      }
    }
  `),
  fields: personField,
  variables: (input) => ({ input }),
  submit: ({ settings }) => settings.people.reset,
  show: ({ resetPassword }, page) => linkOf(page, page.words.settings.people.resetTitle, resetPassword),
});

/** Returns a link that nobody can read again. */
function linkOf(
  page: Page,
  title: string,
  { url, mailed, expiresAt }: { url: string; mailed: boolean; expiresAt: string },
): ComponentChildren {
  const { people } = page.words.settings;
  return (
    <section class="card">
      <h2>{title}</h2>
      <p>
        {people.linkOnce} {mailed ? people.mailed : people.notMailed}
      </p>
      {codeBlock(page, people.link, url)}
      <p class="hint">{`${people.expires}: ${page.moment(expiresAt)}`}</p>
    </section>
  );
}

export const setRole = form({
  scope: 'ADMIN',
  document: graphql(`
    mutation ConsoleSetRole($input: SetRoleInput!) {
      setRole(input: $input) {
        id
      }
    }
  `),
  fields: { ...personField, role: { ...role, options: ({ frame }) => Object.entries(frame.roles) } },
  variables: (input) => ({ input }),
  problemsAt: { LAST_OWNER: 'role' },
  submit: ({ settings }) => settings.people.change,
  doneWords: ({ settings }) => settings.people.changed,
});

export const remove = form({
  scope: 'ADMIN',
  document: graphql(`
    mutation ConsoleRemovePerson($input: RemovePersonInput!) {
      removePerson(input: $input) {
        id
      }
    }
  `),
  fields: personField,
  variables: (input) => ({ input }),
  submit: ({ settings }) => settings.people.remove,
  doneWords: ({ settings }) => settings.people.removed,
});

export const signOut = form({
  scope: 'ADMIN',
  document: graphql(`
    mutation ConsoleSignPersonOut($input: EndSignInsInput!) {
      endSignIns(input: $input) {
        ended
      }
    }
  `),
  fields: personField,
  variables: (input) => ({ input }),
  submit: ({ settings }) => settings.people.signOut,
  doneWords: ({ settings }) => settings.people.signedOut,
});

export const revoke = form({
  scope: 'ADMIN',
  document: graphql(`
    mutation ConsoleRevokeInvitation($input: RevokeInvitationInput!) {
      revokeInvitation(input: $input) {
        id
      }
    }
  `),
  fields: { id: { kind: 'hidden' } },
  variables: (input) => ({ input }),
  submit: ({ settings }) => settings.people.revoke,
  doneWords: ({ settings }) => settings.people.revokedNow,
});
