// The operations of the domain, and the fields that it adds to the types of others.
import './delivery/delivery-request.type.ts';
import './delivery/endpoint-queue.type.ts';
import './delivery/retry-webhook-delivery.ts';
import './delivery/test-webhook-endpoint.ts';
import './endpoint/create-webhook-endpoint.ts';
import './endpoint/delete-webhook-endpoint.ts';
import './endpoint/find-webhook-endpoint.ts';
import './endpoint/list-webhook-endpoints.ts';
import './endpoint/rotate-webhook-secret.ts';
import './endpoint/update-webhook-endpoint.ts';
import './recovery/recover-webhook-endpoint.ts';
import './search/find-webhook-delivery.ts';
import './search/list-webhook-deliveries.ts';
import './traffic/endpoint-traffic.type.ts';
import './verification/verify-webhook.ts';
