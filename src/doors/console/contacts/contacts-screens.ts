import type { Screen } from '../frame/screen.ts';
import { contactScreen } from './contact-screen.ts';
import { contactUploadScreen } from './contact-upload-screen.ts';
import { groupScreen } from './group-screen.ts';
import { groupsScreen } from './groups-screen.ts';
import { optOutsScreen } from './opt-outs-screen.ts';

/** Fixed paths come before those with parameters. */
export const contactsScreens: readonly Screen[] = [
  groupsScreen,
  optOutsScreen,
  groupScreen,
  contactUploadScreen,
  contactScreen,
];
