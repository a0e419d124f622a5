import { removalKind, removeDeleted } from '../../kernel/jobs/removal.ts';

/** Removes a deleted group and its contacts. */
export const purgeContactGroup = removalKind('purgeContactGroup', 'group');

export const removeGroup = removeDeleted('contact_groups');
