import type { eventKinds } from '../../../vocabulary/event-catalog.ts';
import type { Field } from '../../frame/screen-field.ts';
import { kindOptions, typeOptions } from '../developer-filters.ts';

/** The settings of an endpoint. */
export const endpointFields = {
  url: {
    ...{ kind: 'url', required: true, most: 2000, placeholder: 'https://' },
    label: ({ developers }) => developers.webhooks.fields.url,
    hint: ({ developers }) => developers.webhooks.fields.urlHint,
  },
  description: {
    ...{ kind: 'text', most: 200 },
    label: ({ developers }) => developers.webhooks.fields.description,
  },
  kinds: {
    kind: 'checks',
    label: ({ developers }) => developers.webhooks.fields.kinds,
    hint: ({ developers }) => developers.webhooks.fields.kindsHint,
    options: kindOptions,
  },
  types: {
    kind: 'checks',
    label: ({ developers }) => developers.webhooks.fields.types,
    hint: ({ developers }) => developers.webhooks.fields.typesHint,
    options: () => typeOptions,
  },
  fifo: {
    kind: 'checkbox',
    label: ({ developers }) => developers.webhooks.fields.fifo,
    hint: ({ developers }) => developers.webhooks.fields.fifoHint,
  },
  includeSubaccounts: {
    kind: 'checkbox',
    label: ({ developers }) => developers.webhooks.fields.includeSubaccounts,
  },
} as const satisfies Record<string, Field>;

/** The input that the fields make. */
export interface EndpointInput {
  url: string;
  description?: string | null;
  kinds: (typeof eventKinds)[number][];
  types: string[];
  fifo: boolean;
  includeSubaccounts: boolean;
}

/** Returns the settings as the operations take them: no choice means everything. */
export function settingsOf({ kinds, types, ...rest }: EndpointInput) {
  return { ...rest, kinds: kinds.length > 0 ? kinds : null, types: types.length > 0 ? types : null };
}
