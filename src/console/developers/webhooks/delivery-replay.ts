import { mutationOf } from '../../../documents/typed-document.ts';
import { form } from '../../frame/screen.ts';

/** The id is a field, because a list has a button in each row. */
export const replay = form({
  document: mutationOf('retryWebhookDelivery'),
  fields: { id: { kind: 'hidden' } },
  submit: ({ developers }) => developers.deliveries.replay,
  notice: ({ developers }) => developers.deliveries.replayed,
});
