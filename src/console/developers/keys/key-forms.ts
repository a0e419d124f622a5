import { scopes } from '../../../api/scope.ts';
import { mutationOf } from '../../../documents/typed-document.ts';
import { labelled } from '../../frame/labelled-fields.ts';
import type { Page } from '../../frame/page.ts';
import { form } from '../../frame/screen.ts';
import { codeBlock } from '../../parts/code-block.tsx';
import { secretBlock } from '../secret-block.tsx';

const create = form({
  document: mutationOf('createApiKey', 'secret key { id }'),
  fields: labelled(({ developers }) => developers.keys)({
    name: { kind: 'text', required: true, maxLength: 100 },
    scopes: {
      kind: 'checks',
      required: true,
      options: ({ developers }) => scopes.map((scope) => [scope, developers.keys.scopeNames[scope]] as const),
    },
    expiresAt: { kind: 'moment', word: 'expires' },
  }),
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
  document: mutationOf('revokeApiKey'),
  fields: { id: { kind: 'hidden' } },
  submit: ({ developers }) => developers.keys.revoke,
  notice: ({ developers }) => developers.keys.revoked,
});

export const keyForms = { create, revoke };
