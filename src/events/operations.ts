// Operations, and fields on the types of other domains.
import './find-event.ts';
import './follow-webhook-events.ts';
import './list-campaign-actors.ts';
import './list-events.ts';
