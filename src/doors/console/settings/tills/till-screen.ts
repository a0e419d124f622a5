import { h } from 'preact';
import { Problem } from '../../../../kernel/problem.ts';
import { graphql } from '../../../documents/typed-document.ts';
import { screen } from '../../frame/screen.ts';
import { formOf } from '../../parts/form.ts';
import { headingOf, momentOf } from '../../parts/pieces.ts';
import { factsOf } from '../../parts/table.ts';
import { settingsTabs } from '../settings-tabs.ts';
import { renew, revoke, tillGroups, update, valuesOf } from './till-forms.ts';
import { stateOf } from './tills-screen.ts';

export const tillScreen = screen({
  path: '/settings/tills/:till',
  area: 'settings',
  scope: 'ADMIN',
  document: graphql(`
    query ConsoleTill($id: ID!) {
      till: node(id: $id) {
        ... on Till {
          id
          name
          merchantId
          redeemsAtOnce
          asksForMoney
          offlineRedemption
          askedFields {
            number
            label
          }
          by
          createdAt
          pairedAt
          pairingExpiresAt
          lastUsedAt
          revokedAt
        }
      }
      merchants(first: 500) {
        nodes {
          id
          name
        }
      }
    }
  `),
  variables: (page) => ({ id: page.params.till ?? '' }),
  title: ({ till }) => foundOf(till).name,
  forms: { update, renew, revoke },
  view: ({ till: found, merchants }, page) => {
    const till = foundOf(found);
    const words = page.words.settings.tills;
    const { id } = till;
    return [
      headingOf(till.name),
      settingsTabs(page),
      h('p', null, h('a', { href: page.to('/settings/tills') }, words.back)),
      factsOf([
        [words.state, stateOf(page, till)],
        [words.paired, till.pairedAt ? momentOf(page, till.pairedAt) : '–'],
        [words.lastUsed, till.lastUsedAt ? momentOf(page, till.lastUsedAt) : words.never],
        [words.made, [momentOf(page, till.createdAt), till.by && ` · ${till.by}`]],
        [words.id, h('code', null, id)],
      ]),
      till.revokedAt
        ? h('p', { class: 'note' }, words.revokedText)
        : [
            formOf(page, 'update', { values: valuesOf(till), data: { merchants }, groups: tillGroups(page) }),
            h('h2', null, words.device),
            h('p', null, words.renewText),
            formOf(page, 'renew', { quiet: true, values: { id } }),
            h('p', null, words.revokeText),
            formOf(page, 'revoke', { quiet: true, dangerous: true, values: { id } }),
          ],
    ];
  },
});

function foundOf<Till extends object>(till: Till | null): Extract<Till, { name: unknown }> {
  if (!till || !('name' in till)) throw new Problem('TILL_NOT_FOUND');
  return till as Extract<Till, { name: unknown }>;
}
