import type { ComponentChildren } from 'preact';
import type { Role } from '../../api/scope.ts';
import type { Page } from '../frame/page.ts';
import { formOf } from '../parts/form.tsx';
import { momentOf, statusOf } from '../parts/pieces.tsx';
import { emptyOf, tableOf } from '../parts/table.tsx';

interface Invitation {
  id: string;
  email: string;
  role: Role;
  isOpen: boolean;
  createdAt: string;
  expiresAt: string;
  acceptedAt: string | null;
  revokedAt: string | null;
}

export function invitationTabs(page: Page): ComponentChildren {
  const words = page.words.settings.people;
  const chosen = page.query('open') ?? 'yes';
  const links = [
    ['yes', words.onlyOpen],
    ['no', words.onlyClosed],
    ['all', page.words.frame.any],
  ] as const;
  return (
    <nav class="tabs" aria-label={words.invitations}>
      {links.map(([open, text]) => (
        <a
          href={page.href({ open: open === 'yes' ? null : open, invitations: null })}
          {...(open === chosen && { 'aria-current': 'true' })}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}

export function invitationsOf(page: Page, invitations: readonly Invitation[]): ComponentChildren {
  const { people: words, since } = page.words.settings;
  return tableOf<Invitation>({
    caption: words.invitations,
    rows: invitations,
    empty: emptyOf(words.noInvitations, words.noInvitationsAdvice),
    columns: [
      { name: words.email, cell: ({ email }) => email },
      { name: words.role, cell: ({ role }) => page.words.frame.roles[role] },
      { name: words.state, cell: (invitation) => stateOf(page, invitation) },
      { name: since, cell: ({ createdAt }) => momentOf(page, createdAt) },
      { name: words.expires, cell: ({ expiresAt }) => momentOf(page, expiresAt) },
      {
        name: words.revoke,
        cell: ({ id, email, isOpen }) =>
          isOpen &&
          formOf(page, 'revoke', {
            key: id,
            quiet: true,
            dangerous: true,
            values: { id },
            label: words.revokeOne(email),
          }),
      },
    ],
  });
}

function stateOf(page: Page, { isOpen, acceptedAt, revokedAt }: Invitation): ComponentChildren {
  const words = page.words.settings.people;
  if (isOpen) return statusOf(words.open, 'warn');
  if (acceptedAt) return statusOf(words.accepted, 'good');
  return revokedAt ? statusOf(words.revoked, 'bad') : statusOf(words.expired);
}
