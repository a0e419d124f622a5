import type { eventKinds } from '../../../vocabulary/event-catalog.ts';
import { labelled } from '../../frame/labelled-fields.ts';
import { kindOptions, typeOptions } from '../developer-filters.ts';

export const endpointFields = labelled(({ developers }) => developers.webhooks.fields)({
  url: { kind: 'url', required: true, maxLength: 2000, placeholder: 'https://' },
  description: { kind: 'text', maxLength: 200 },
  kinds: { kind: 'checks', options: kindOptions },
  types: { kind: 'checks', options: () => typeOptions },
  fifo: { kind: 'checkbox' },
  includeSubaccounts: { kind: 'checkbox' },
});

export interface EndpointInput {
  url: string;
  description?: string | null;
  kinds: (typeof eventKinds)[number][];
  types: string[];
  fifo: boolean;
  includeSubaccounts: boolean;
}

/** Converts the choices. No choice means everything. */
export function settingsOf({ kinds, types, ...rest }: EndpointInput) {
  return { ...rest, kinds: kinds.length > 0 ? kinds : null, types: types.length > 0 ? types : null };
}
