import { mutationOf } from '../../../documents/typed-document.ts';
import { form, screen } from '../../frame/screen.ts';
import { formOf } from '../../parts/form.tsx';
import { headingOf, linkButton } from '../../parts/pieces.tsx';
import { secretBlock } from '../secret-block.tsx';
import { type EndpointInput, endpointFields, settingsOf } from './endpoint-fields.ts';

const create = form({
  document: mutationOf('createWebhookEndpoint', 'secret endpoint { id }'),
  fields: endpointFields,
  variables: (input: EndpointInput) => ({ input: settingsOf(input) }),
  submit: ({ developers }) => developers.webhooks.createIt,
  show: ({ createWebhookEndpoint: { secret, endpoint } }, page) => {
    const { created, secretOnce, toEndpoint, secret: label } = page.words.developers.webhooks;
    const shown = { title: created, once: secretOnce, label, secret };
    return secretBlock(page, shown, linkButton(page.to(`/webhooks/${endpoint.id}`), toEndpoint));
  },
});

export const newEndpointScreen = screen({
  path: '/webhooks/new',
  scope: 'ADMIN',
  forms: { create },
  title: (_, { words }) => words.developers.webhooks.create,
  view: (_, page) => {
    const { create: title, createIntro, groups } = page.words.developers.webhooks;
    return [
      headingOf(title),
      page.outcome === null && <p class="soft">{createIntro}</p>,
      formOf(page, 'create', {
        values: { includeSubaccounts: true },
        groups: [
          { legend: groups.events, fields: ['kinds', 'types'], open: false },
          { legend: groups.delivery, fields: ['fifo', 'includeSubaccounts'] },
        ],
      }),
    ];
  },
});
