/* The scripts of every screen, in one file to save requests. */

import { addCopyButtons } from './everywhere/copy-buttons.ts';
import { selectNumbers } from './everywhere/number-fields.ts';

addCopyButtons();
selectNumbers();
