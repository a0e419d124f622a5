import { idInput, nameInput } from '../../kernel/api/inputs.ts';

export const folderId = idInput('folder', 'a folder id', 'The folder');

export const folderFields = {
  name: nameInput('What it is called'),
  parent: folderId.nullish().meta({ description: 'The folder to put it into; none unless told.' }),
};
