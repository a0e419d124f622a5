import { form } from '../../frame/screen.ts';
import { previewDocument, previewVariables } from './draft-document.ts';
import { draftFields } from './draft-fields.ts';
import { previewOf } from './draft-view.tsx';

/** Shows the message and whom it reaches. The next step sends it. */
export const previewForm = form({
  document: previewDocument,
  variables: previewVariables,
  fields: draftFields,
  submit: (words) => words.sending.draft.preview,
  keeps: true,
  show: previewOf,
});
