import type { Screen } from '../frame/screen.ts';
import { accountScreen } from './account-screen.ts';
import { accountsScreen } from './accounts-screen.ts';
import { jobsScreen } from './jobs-screen.ts';
import { meScreen } from './me-screen.ts';
import { peopleScreen } from './people-screen.ts';
import { platformScreen } from './platforms/platform-screen.ts';
import { platformsScreen } from './platforms/platforms-screen.ts';
import { subaccountScreen } from './subaccount-screen.ts';
import { tillScreen } from './tills/till-screen.ts';
import { tillsScreen } from './tills/tills-screen.ts';

/** The account and who works for it. */
export const settingsScreens: readonly Screen[] = [
  ...[accountScreen, accountsScreen, jobsScreen, meScreen, peopleScreen, platformScreen, platformsScreen],
  ...[subaccountScreen, tillScreen, tillsScreen],
];
