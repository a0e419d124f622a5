import { defineDomain } from '../kernel/domain.ts';
import { contacts } from './contact/contact.ts';
import { contactProblems } from './contact-problems.ts';
import { contactGroups } from './group/contact-group.ts';
import { sendToGroupJob } from './sending/group-sending-job.ts';

export const contactsDomain = defineDomain({
  problems: contactProblems,
  tables: [contactGroups, contacts],
  jobs: [sendToGroupJob],
});
