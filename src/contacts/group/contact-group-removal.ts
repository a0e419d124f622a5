import { nextDeleted, removalKind, removeDeleted } from '../../kernel/jobs/removal.ts';

export const purgeContactGroup = removalKind('purgeContactGroup', 'group');

export const removeGroup = removeDeleted('contact_groups');

export const nextGroup = nextDeleted('contact_groups');
