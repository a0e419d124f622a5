import { EntitySchema } from 'typeorm';
import { bigNumber, instant, longText, text, textOrNull } from '../database/columns.ts';
import type { Instant } from '../values/instant.ts';
import type { EventKind } from './event-catalog.ts';

/** One thing that happened. Its row is written in the transaction of the change that it tells of. */
export class Event {
  /** Ascending in the order of writing, which is not the order of committing. */
  number!: number;
  /** Its place among all events of the installation, given after the commit; none is left out. */
  position!: number | null;
  id!: string;
  accountId!: string;
  kind!: EventKind;
  type!: string;
  createdAt!: Instant;
  /** The coupon, loyalty card or directory that it concerns. */
  campaignId!: string | null;
  session!: string | null;
  /** The API key that did it. */
  keyId!: string | null;
  /** The noun after the change, as JSON, with the names of its properties. */
  data!: string;
}

export const events = new EntitySchema<Event>({
  name: 'Event',
  tableName: 'events',
  target: Event,
  columns: {
    number: { ...bigNumber, primary: true, generated: 'increment' },
    position: { ...bigNumber, nullable: true },
    id: text(24),
    accountId: text(20),
    kind: text(20),
    type: text(40),
    createdAt: instant,
    campaignId: textOrNull(20),
    session: textOrNull(21),
    keyId: textOrNull(20),
    data: longText,
  },
  indices: [
    { name: 'events_id', columns: ['id'], unique: true },
    { name: 'events_position', columns: ['position'], unique: true },
    { name: 'events_account', columns: ['accountId', 'position'] },
    { name: 'events_session', columns: ['session'] },
  ],
});
