import { graphql } from '../../../documents/typed-document.ts';
import { form } from '../../frame/screen.ts';

/** Attempts a delivery again. Its id is a field, because a list has a button in each row. */
export const replay = form({
  scope: 'ADMIN',
  document: graphql(`
    mutation ConsoleRetryWebhookDelivery($input: RetryWebhookDeliveryInput!) {
      retryWebhookDelivery(input: $input) {
        id
      }
    }
  `),
  fields: { id: { kind: 'hidden' } },
  variables: (input: { id: string }) => ({ input }),
  submit: ({ developers }) => developers.deliveries.replay,
  doneWords: ({ developers }) => developers.deliveries.replayed,
});
