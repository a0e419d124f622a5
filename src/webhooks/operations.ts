// The operations of the domain, and the fields that it adds to the types of other domains.
import './delivery/delivery.type.ts';
import './search/delivery-operations.ts';
import './endpoint/endpoint-operations.ts';
import './recovery/recover-webhook-endpoint.ts';
import './traffic/endpoint-traffic.type.ts';
import './verification/verify-webhook.ts';
