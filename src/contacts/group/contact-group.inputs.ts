import { idInput, nameInput } from '../../api/inputs.ts';

export const contactGroupId = idInput('contactGroup', 'a contact group id', 'The group');

export const groupName = nameInput('Name of the group');
