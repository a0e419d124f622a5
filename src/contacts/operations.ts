// The operations of the domain, and the fields that it adds to the types of other domains.
import './contact/contact-operations.ts';
import './draft/draft-operations.ts';
import './group/contact-group-operations.ts';
import './sending/group-sending-job.type.ts';
import './sending/group-sending-operations.ts';
