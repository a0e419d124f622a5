import type { ResultOf } from 'gql.tada';
import { graphql } from '../../documents/typed-document.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { formOf } from '../parts/form.tsx';
import { headingOf, linkButton, statusOf } from '../parts/pieces.tsx';
import { rareFieldsOf } from './contact-fields.ts';
import { removeContact, saveEmail, savePhone } from './group-forms.ts';

const document = graphql(`
  query ConsoleContact($contact: ID!) {
    node(id: $contact) {
      ... on Contact {
        id groupId email phone firstName lastName birthday unsubscribedAt custom1 custom2 custom3 custom4
        custom5 custom6 custom7 custom8 custom9 custom10
      }
    }
  }
`);

type Contact = Extract<ResultOf<typeof document>['node'], { groupId: string }>;

export const contactScreen = screen({
  path: '/contacts/:group/:contact',
  scope: 'WRITE',
  document,
  variables: ({ params }) => ({ contact: params.contact ?? '' }),
  title: (data, page) => addressOf(contactOf(data, page)),
  forms: { saveEmail, savePhone, remove: removeContact },
  view: (data, page) => {
    const contact = contactOf(data, page);
    const { contact: words, group } = page.words.contacts;
    const channel = contact.email === null ? 'SMS' : 'EMAIL';
    const groups = [{ legend: group.more, fields: rareFieldsOf[channel], open: true }];
    const optedOut = contact.unsubscribedAt && group.optedOut(page.day(contact.unsubscribedAt));
    return [
      headingOf(
        [addressOf(contact), ' ', optedOut && statusOf(optedOut, 'warn')],
        linkButton(page.to(`/contacts/${contact.groupId}`), words.back, 'quiet'),
        formOf(page, 'remove', { values: { contact: contact.id }, quiet: true, dangerous: true }),
      ),
      formOf(page, channel === 'EMAIL' ? 'saveEmail' : 'savePhone', { values: contact, groups }),
    ];
  },
});

/** Returns null for a contact of another group. */
function contactOf({ node }: ResultOf<typeof document>, { params }: Page): Contact {
  const contact = node as Contact | null;
  if (!contact || contact.groupId !== params.group) throw new Problem('CONTACT_NOT_FOUND');
  return contact;
}

function addressOf({ email, phone }: Contact): string {
  return email ?? phone ?? '';
}
