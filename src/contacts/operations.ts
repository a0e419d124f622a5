// The operations of the domain, and the fields that it adds to the types of others.
import './contact/add-contact.ts';
import './contact/list-contacts.ts';
import './contact/remove-contact.ts';
import './draft/preview-message.ts';
import './draft/send-message.ts';
import './group/create-contact-group.ts';
import './group/delete-contact-group.ts';
import './group/find-contact-group.ts';
import './group/list-contact-groups.ts';
import './group/update-contact-group.ts';
import './sending/find-group-reach.ts';
import './sending/find-opened-messages.ts';
import './sending/group-sending-job.type.ts';
import './sending/list-group-sendings.ts';
import './sending/list-message-failures.ts';
import './sending/send-to-group.ts';
