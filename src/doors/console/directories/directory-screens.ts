import { directoryListScreen } from './directory-list-screen.ts';
import { directoryMemberScreen } from './directory-member-screen.ts';
import { directoryMembersScreen } from './directory-members-screen.ts';
import { directoryOffersScreen } from './directory-offers-screen.ts';
import { directoryScreen } from './directory-screen.ts';

export const directoryScreens = [
  ...[directoryListScreen, directoryScreen, directoryOffersScreen],
  ...[directoryMembersScreen, directoryMemberScreen],
];
