import { sessionScreen } from '../sessions/session-screen.ts';
import { codeBatchScreen } from './code-batch-screen.ts';
import { codeCreationScreen } from './code-creation-screen.ts';
import { codeFinderScreen } from './code-finder-screen.ts';
import { codeImportScreen } from './code-import-screen.ts';
import { codeJobScreen } from './code-job-screen.ts';
import { codeListScreen } from './code-list-screen.ts';
import { codePrintScreen } from './code-print-screen.ts';

export const codeScreens = [
  codeListScreen,
  codeCreationScreen,
  codePrintScreen,
  codeJobScreen,
  codeImportScreen,
  codeBatchScreen,
  codeFinderScreen,
  sessionScreen,
];
