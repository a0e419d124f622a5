// The operations of the domain, and the fields that it adds to the types of other domains.
import './message/message-operations.ts';
import './integration/integration-operations.ts';
import './opt-out/opt-out-operations.ts';
import './send/send-operations.ts';
