import { z } from 'zod';
import { dateTime } from '../../api/inputs.ts';
import { eventFilter, eventId } from '../../events/event.inputs.ts';
import { deliveryStatus } from '../delivery/delivery.inputs.ts';
import { endpointId } from '../endpoint/endpoint.inputs.ts';

const attemptOutcome = z.enum(['SUCCESS', 'FAILURE', 'REDIRECT', 'CLIENT_ERROR', 'SERVER_ERROR', 'NO_RESPONSE']).meta({
  id: 'WebhookAttemptOutcome',
  description: 'The outcome of an attempt.',
  values: {
    SUCCESS: 'A response with a status from 200 to 299.',
    FAILURE: 'Any outcome other than `SUCCESS`.',
    REDIRECT: 'A response with a status from 300 to 399, which is not followed.',
    CLIENT_ERROR: 'A response with a status from 400 to 499.',
    SERVER_ERROR: 'A response with a status from 500 to 599.',
    NO_RESPONSE: 'No response: the host was unreachable, refused the connection or did not respond in time.',
  },
});

export const deliveryFilter = z
  .object({
    endpoint: endpointId.nullish().meta({ description: 'Only deliveries to this endpoint.' }),
    status: deliveryStatus.nullish().meta({ description: 'Only deliveries with this status.' }),
    event: eventId.nullish().meta({ description: 'Only deliveries of this event.' }),
    types: eventFilter.types.meta({
      description:
        'Only deliveries of events of these types, such as `coupon_claimed`, as long as the events are kept.',
    }),
    since: dateTime.nullish().meta({
      description: 'Only deliveries that were created at this time or later.',
    }),
    until: dateTime.nullish().meta({
      description: 'Only deliveries that were created at this time or earlier.',
    }),
    httpStatus: z.int().min(100).max(599).nullish().meta({
      description: 'Only deliveries with an attempt that the endpoint answered with this HTTP status, 100 to 599.',
    }),
    outcome: attemptOutcome.nullish().meta({ description: 'Only deliveries with an attempt that had this outcome.' }),
  })
  .meta({ id: 'WebhookDeliveryFilter', description: 'Filters deliveries. All conditions must match.' });
