import { campaigns } from './de/campaigns-de.ts';
import { codes } from './de/codes-de.ts';
import { contacts } from './de/contacts-de.ts';
import { developers } from './de/developers-de.ts';
import { directories } from './de/directories-de.ts';
import { entrance } from './de/entrance-de.ts';
import { frame } from './de/frame-de.ts';
import { home } from './de/home-de.ts';
import { landing } from './de/landing-de.ts';
import { loyalty } from './de/loyalty-de.ts';
import { platforms } from './de/platforms-de.ts';
import { sending } from './de/sending-de.ts';
import { settings } from './de/settings-de.ts';

export const de = {
  campaigns,
  codes,
  contacts,
  developers,
  directories,
  entrance,
  frame,
  home,
  landing,
  loyalty,
  platforms,
  sending,
  settings,
};
