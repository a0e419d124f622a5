import { idInput } from '../../kernel/api/inputs.ts';

export const signInId = idInput('signIn', 'a sign-in id', 'The sign-in');
