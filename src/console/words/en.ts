import { campaigns } from './en/campaigns-en.ts';
import { codes } from './en/codes-en.ts';
import { contacts } from './en/contacts-en.ts';
import { developers } from './en/developers-en.ts';
import { directories } from './en/directories-en.ts';
import { entrance } from './en/entrance-en.ts';
import { frame } from './en/frame-en.ts';
import { home } from './en/home-en.ts';
import { landing } from './en/landing-en.ts';
import { loyalty } from './en/loyalty-en.ts';
import { platforms } from './en/platforms-en.ts';
import { sending } from './en/sending-en.ts';
import { settings } from './en/settings-en.ts';

export const en = {
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
