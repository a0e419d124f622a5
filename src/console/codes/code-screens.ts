import { sessionScreen } from '../sessions/session-screen.tsx';
import { codeBatchScreen } from './code-batch-screen.tsx';
import { codeCreationScreen } from './code-creation-screen.ts';
import { codeFinderScreen } from './code-finder-screen.tsx';
import { codeImportScreen } from './code-import-screen.tsx';
import { codeJobScreen } from './code-job-screen.tsx';
import { codeListScreen } from './code-list-screen.tsx';
import { codePrintScreen } from './code-print-screen.tsx';

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
