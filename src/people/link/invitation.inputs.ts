import { idInput } from '../../kernel/api/inputs.ts';

export const invitationId = idInput('personLink', 'an invitation id', 'The invitation');
