import { campaignScreens } from './campaigns/campaign-screens.ts';
import { codeScreens } from './codes/code-screens.ts';
import { contactsScreens } from './contacts/contacts-screens.ts';
import { developerScreens } from './developers/developer-screens.ts';
import { directoryScreens } from './directories/directory-screens.ts';
import type { Screen } from './frame/screen.ts';
import { homeScreens } from './home/home-screen.tsx';
import { loyaltyScreens } from './loyalty/loyalty-screens.ts';
import { sendingScreens } from './sending/sending-screens.ts';
import { settingsScreens } from './settings/settings-screens.ts';

/** All screens of the console. */
export const screens: readonly Screen[] = [
  ...homeScreens,
  ...campaignScreens,
  ...codeScreens,
  ...loyaltyScreens,
  ...directoryScreens,
  ...contactsScreens,
  ...sendingScreens,
  ...developerScreens,
  ...settingsScreens,
];
