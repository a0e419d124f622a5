import { graphql } from '../../../documents/typed-document.ts';
import { Problem } from '../../../kernel/problem.ts';
import { screen } from '../../frame/screen.ts';
import { formOf } from '../../parts/form.tsx';
import { headingOf, momentOf } from '../../parts/pieces.tsx';
import { factsOf } from '../../parts/table.tsx';
import { settingsTabs } from '../settings-tabs.ts';
import { renew, revoke, tillGroups, update, valuesOf } from './till-forms.tsx';
import { stateOf } from './tills-screen.tsx';

export const tillScreen = screen({
  path: '/settings/tills/:till',
  scope: 'ADMIN',
  document: graphql(`
    query ConsoleTill($id: ID!) {
      till: node(id: $id) {
        ... on Till {
          id name merchantId redeemsAtOnce asksForMoney offlineRedemption
          fields { number label }
          by createdAt pairedAt pairingExpiresAt lastUsedAt revokedAt
        }
      }
      merchants(first: 500) { nodes { id name } }
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
      <p>
        <a href={page.to('/settings/tills')}>{words.back}</a>
      </p>,
      factsOf([
        [words.state, stateOf(page, till)],
        [words.paired, till.pairedAt ? momentOf(page, till.pairedAt) : '–'],
        [words.lastUsed, till.lastUsedAt ? momentOf(page, till.lastUsedAt) : words.never],
        [words.made, [momentOf(page, till.createdAt), till.by && ` · ${till.by}`]],
        [words.id, <code>{id}</code>],
      ]),
      till.revokedAt ? (
        <p class="note">{words.revokedText}</p>
      ) : (
        [
          formOf(page, 'update', { values: valuesOf(till), data: { merchants }, groups: tillGroups(page) }),
          <h2>{words.device}</h2>,
          <p>{words.renewText}</p>,
          formOf(page, 'renew', { quiet: true, values: { id } }),
          <p>{words.revokeText}</p>,
          formOf(page, 'revoke', { quiet: true, dangerous: true, values: { id } }),
        ]
      ),
    ];
  },
});

function foundOf<Till extends object>(till: Till | null): Extract<Till, { name: unknown }> {
  if (!till || !('name' in till)) throw new Problem('TILL_NOT_FOUND');
  return till as Extract<Till, { name: unknown }>;
}
