import type { Screen } from '../frame/screen.ts';
import { accountScreen } from './account-screen.tsx';
import { accountsScreen } from './accounts-screen.tsx';
import { jobsScreen } from './jobs-screen.tsx';
import { meScreen } from './me-screen.tsx';
import { peopleScreen } from './people-screen.tsx';
import { platformScreen } from './platforms/platform-screen.tsx';
import { platformsScreen } from './platforms/platforms-screen.tsx';
import { subaccountScreen } from './subaccount-screen.tsx';
import { tillScreen } from './tills/till-screen.tsx';
import { tillsScreen } from './tills/tills-screen.tsx';

/** The account and who works for it. */
export const settingsScreens: readonly Screen[] = [
  ...[accountScreen, accountsScreen, jobsScreen, meScreen, peopleScreen, platformScreen, platformsScreen],
  ...[subaccountScreen, tillScreen, tillsScreen],
];
