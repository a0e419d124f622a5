import { type GrantedScope, scopes } from '../../../api/scope.ts';
import { graphql } from '../../../documents/typed-document.ts';
import type { Page } from '../../frame/page.ts';
import { form } from '../../frame/screen.ts';
import { codeBlock } from '../../parts/code-block.tsx';
import { secretBlock } from '../secret-block.tsx';

const create = form({
  scope: 'ADMIN',
  document: graphql(`
    mutation ConsoleCreateApiKey($input: CreateApiKeyInput!) {
      createApiKey(input: $input) {
        secret
        key {
          id
        }
      }
    }
  `),
  fields: {
    name: {
      ...{ kind: 'text', required: true, most: 100 },
      label: ({ developers }) => developers.keys.name,
      hint: ({ developers }) => developers.keys.nameHint,
    },
    scopes: {
      ...{ kind: 'checks', required: true },
      label: ({ developers }) => developers.keys.scopes,
      options: ({ developers }) => scopes.map((scope) => [scope, developers.keys.scopeNames[scope]] as const),
    },
    expiresAt: {
      kind: 'moment',
      label: ({ developers }) => developers.keys.expires,
      hint: ({ developers }) => developers.keys.expiresHint,
    },
  },
  variables: (input: { name: string; scopes: GrantedScope[]; expiresAt?: string }) => ({ input }),
  submit: ({ developers }) => developers.keys.createIt,
  show: ({ createApiKey: { secret, key } }, page) => {
    const { created, secretOnce, secret: label, tryIt } = page.words.developers.keys;
    const shown = { title: created, once: secretOnce, label, secret: `${key.id}:${secret}` };
    return secretBlock(page, shown, codeBlock(page, tryIt, curlOf(page, `${key.id}:${secret}`)));
  },
});

function curlOf({ publicUrl }: Page, key: string): string {
  return [
    `curl ${publicUrl}/graphql \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"query":"{ viewer { keyName scopes account { name } } }"}'`,
  ].join('\n');
}

const revoke = form({
  scope: 'ADMIN',
  document: graphql(`
    mutation ConsoleRevokeApiKey($input: RevokeApiKeyInput!) {
      revokeApiKey(input: $input) {
        id
      }
    }
  `),
  fields: { id: { kind: 'hidden' } },
  variables: (input: { id: string }) => ({ input }),
  submit: ({ developers }) => developers.keys.revoke,
  doneWords: ({ developers }) => developers.keys.revoked,
});

export const keyForms = { create, revoke };
