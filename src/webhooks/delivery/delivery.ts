import { EntitySchema } from 'typeorm';
import {
  bigNumber,
  columnsOf,
  instant,
  instantOrNull,
  longTextOrNull,
  selectList,
  text,
  textOrNull,
} from '../../kernel/database/columns.ts';
import { rowOf } from '../../kernel/database/single-row.ts';
import type { Instant } from '../../kernel/values/instant.ts';

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One event on its way to one endpoint. */
export class WebhookDelivery {
  /** Ascending in the order of writing. */
  number!: number;
  id!: string;
  /** The account of the endpoint, which is not always that of the event. */
  accountId!: string;
  endpointId!: string;
  eventId!: string;
  /** The position of the event. */
  position!: number;
  status!: DeliveryStatus;
  createdAt!: Instant;
  /** When the next attempt is due, or when the process that makes one must have written its outcome; null once it is over. */
  dueAt!: Instant | null;
  finishedAt!: Instant | null;
  /** How often a process took it: names the attempt, and tells the outcome of one that came too late. */
  claims!: number;
  /** How many attempts failed in a row, by which the next is scheduled. */
  failures!: number;
}

export const webhookDeliveries = new EntitySchema<WebhookDelivery>({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  target: WebhookDelivery,
  columns: {
    number: { ...bigNumber, primary: true, generated: 'increment' },
    id: text(20),
    accountId: text(20),
    endpointId: text(20),
    eventId: text(24),
    position: bigNumber,
    status: text(10),
    createdAt: instant,
    dueAt: instantOrNull,
    finishedAt: instantOrNull,
    claims: { type: 'integer' },
    failures: { type: 'integer' },
  },
  indices: [
    { name: 'webhook_deliveries_id', columns: ['id'], unique: true },
    { name: 'webhook_deliveries_position', columns: ['endpointId', 'position'], unique: true },
    { name: 'webhook_deliveries_due', columns: ['endpointId', 'dueAt', 'position'] },
    { name: 'webhook_deliveries_account', columns: ['accountId', 'status', 'createdAt'] },
  ],
});

export const deliveryRow = rowOf(webhookDeliveries, { missing: 'WEBHOOK_DELIVERY_NOT_FOUND' });

export const deliveryColumns = selectList(columnsOf(webhookDeliveries, 'd'));

/** One POST, and what came of it. */
export class WebhookAttempt {
  /** The number of the delivery. */
  deliveryNumber!: number;
  number!: number;
  at!: Instant;
  milliseconds!: number;
  /** The HTTP status; null without an answer. */
  status!: number | null;
  /** The first 8 kB of the answer. */
  response!: string | null;
  /** Why it failed, in words. */
  error!: string | null;
}

export const webhookAttempts = new EntitySchema<WebhookAttempt>({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempts',
  target: WebhookAttempt,
  columns: {
    deliveryNumber: { ...bigNumber, primary: true },
    number: { type: 'integer', primary: true },
    at: instant,
    milliseconds: { type: 'integer' },
    status: { type: 'integer', nullable: true },
    response: longTextOrNull,
    error: textOrNull(300),
  },
});

export const attemptColumns = selectList(columnsOf(webhookAttempts, 'a'));
