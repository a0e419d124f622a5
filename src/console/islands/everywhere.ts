/* What every screen does, in one file: each file is a request. */

import { addCopyButtons } from './everywhere/copy-buttons.ts';
import { selectNumbers } from './everywhere/number-fields.ts';

addCopyButtons();
selectNumbers();
