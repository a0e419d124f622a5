import {
  ascending,
  bigNumber,
  columnsOf,
  instant,
  instantOrNull,
  integer,
  integerOrNull,
  key,
  longTextOrNull,
  type Stored,
  selectList,
  table,
  text,
  textOrNull,
} from '../../kernel/database/columns.ts';
import { rowOf } from '../../kernel/database/rows.ts';

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The delivery of an event to an endpoint. */
export type WebhookDelivery = Stored<typeof webhookDeliveries>;

export const webhookDeliveries = table({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  columns: {
    /** Ascends in the order in which deliveries are written. */
    number: ascending,
    id: text(20),
    /** The account of the endpoint, which may differ from that of the event. */
    accountId: text(20),
    endpointId: text(20),
    eventId: text(24),
    /** The position of the event. */
    position: bigNumber,
    status: text<DeliveryStatus>(10),
    createdAt: instant,
    /** When the next attempt is due or, during an attempt, when its lease ends; null once the delivery has ended. */
    dueAt: instantOrNull,
    finishedAt: instantOrNull,
    /** Number of claims. Identifies the attempt, so that the service recognises a late outcome. */
    claims: integer,
    /** Number of consecutive failed attempts, which determines the next attempt. */
    failures: integer,
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

/** One POST request and its outcome. */
export type WebhookAttempt = Stored<typeof webhookAttempts>;

export const webhookAttempts = table({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempts',
  columns: {
    /** The number of the delivery. */
    deliveryNumber: key(bigNumber),
    number: key(integer),
    at: instant,
    milliseconds: integer,
    /** The HTTP status; null without a response. */
    status: integerOrNull,
    /** The first 8 kB of the response. */
    response: longTextOrNull,
    /** Why the attempt failed, in words. */
    error: textOrNull(300),
  },
});

export const attemptColumns = selectList(columnsOf(webhookAttempts, 'a'));
