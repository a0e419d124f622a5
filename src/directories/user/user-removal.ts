import { removeRows } from '../../kernel/jobs/removal.ts';

/** Removes the members of a deleted directory. Their sign-ins and openings go with the rows, so a chunk is smaller than usual. */
export const removeMembers = removeRows('directory_users', { owner: 'directory_id', key: 'id', chunk: 500 });
