import type { ComponentChildren } from 'preact';
import { mutationOf } from '../../documents/typed-document.ts';
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
  document: mutationOf('invitePerson', 'url mailed invitation { expiresAt }'),
  fields: {
    email: { kind: 'email', label: ({ settings }) => settings.people.email, required: true, maxLength: 254 },
    role,
  },
  problemsAt: { PERSON_EXISTS: 'email' },
  submit: ({ settings }) => settings.people.send,
  show: ({ invitePerson: { url, mailed, invitation } }, page) =>
    linkOf(page, page.words.settings.people.invited, { url, mailed, expiresAt: invitation.expiresAt }),
});

export const reset = form({
  document: mutationOf('resetPassword', 'url mailed expiresAt'),
  fields: personField,
  submit: ({ settings }) => settings.people.reset,
  show: ({ resetPassword }, page) => linkOf(page, page.words.settings.people.resetTitle, resetPassword),
});

/** The link cannot be read again. */
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
  document: mutationOf('setRole'),
  fields: { ...personField, role: { ...role, options: ({ frame }) => Object.entries(frame.roles) } },
  problemsAt: { LAST_OWNER: 'role' },
  submit: ({ settings }) => settings.people.change,
  notice: ({ settings }) => settings.people.changed,
});

export const remove = form({
  document: mutationOf('removePerson'),
  fields: personField,
  submit: ({ settings }) => settings.people.remove,
  notice: ({ settings }) => settings.people.removed,
});

export const signOut = form({
  scope: 'ADMIN',
  document: mutationOf('endSignIns', 'ended'),
  fields: personField,
  submit: ({ settings }) => settings.people.signOut,
  notice: ({ settings }) => settings.people.signedOut,
});

export const revoke = form({
  document: mutationOf('revokeInvitation'),
  fields: { id: { kind: 'hidden' } },
  submit: ({ settings }) => settings.people.revoke,
  notice: ({ settings }) => settings.people.revokedNow,
});
