// Operations, and fields on the types of other domains.
import './delivery/delivery.type.ts';
import './search/delivery-operations.ts';
import './endpoint/endpoint-operations.ts';
import './recovery/recover-webhook-endpoint.ts';
import './traffic/endpoint-traffic.type.ts';
import './verification/verify-webhook.ts';
