// The operations of the domain, and the fields that it adds to the types of other domains.
import './find-event.ts';
import './follow-webhook-events.ts';
import './list-campaign-actors.ts';
import './list-events.ts';
