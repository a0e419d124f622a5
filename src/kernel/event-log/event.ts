import { EntitySchema } from 'typeorm';
import { bigNumber, instant, longText, text, textOrNull } from '../database/columns.ts';
import type { Instant } from '../values/instant.ts';
import type { EventKind } from './event-catalog.ts';

/** Something that happened. Its row is inserted in the transaction of the change that it describes. */
export class Event {
  /** Ascends in the order of insertion, which may differ from the order of commits. */
  number!: number;
  /** The position among all events of the installation, without gaps. Assigned after the commit. */
  position!: number | null;
  id!: string;
  accountId!: string;
  kind!: EventKind;
  type!: string;
  createdAt!: Instant;
  /** The coupon, loyalty card or directory that the event concerns. */
  campaignId!: string | null;
  session!: string | null;
  /** The API key that made the change. */
  keyId!: string | null;
  /** The noun after the change, as JSON with its property names. */
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
