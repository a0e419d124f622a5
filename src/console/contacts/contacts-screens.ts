import type { Screen } from '../frame/screen.ts';
import { contactScreen } from './contact-screen.ts';
import { contactUploadScreen } from './contact-upload-screen.tsx';
import { groupScreen } from './group-screen.tsx';
import { groupsScreen } from './groups-screen.tsx';
import { optOutsScreen } from './opt-outs-screen.tsx';

/** Fixed paths come before those with parameters. */
export const contactsScreens: readonly Screen[] = [
  groupsScreen,
  optOutsScreen,
  groupScreen,
  contactUploadScreen,
  contactScreen,
];
