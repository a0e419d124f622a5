import type { RecordOf } from '../kernel/event-log/event-record.ts';
import { date } from '../representations/wire-values.ts';
import type { RenderPayload } from '../webhooks/payload/payload-facts.ts';
import { eventShapes } from './event-kinds.ts';

/** Returns the renderer of the payloads of webhooks (legacy wire, section 4). */
export function webhookPayloads(recordOf: RecordOf, publicUrl: string): RenderPayload {
  return (event, facts) => ({
    id: event.id,
    datetime: date(event.createdAt),
    type: event.type,
    ...eventShapes[event.kind].fields(event, facts, publicUrl),
    kind: event.kind,
    account: event.accountId,
    record: recordOf(event),
  });
}
