import { idInput, nameInput } from '../../api/inputs.ts';

export const folderId = idInput('folder', 'a folder id', 'The folder');

export const folderFields = {
  name: nameInput('Name of the folder'),
  parent: folderId.nullish().meta({
    description:
      'The parent folder: `fol_` followed by 12 characters. If omitted on creation, the folder is at the top level.',
  }),
};
