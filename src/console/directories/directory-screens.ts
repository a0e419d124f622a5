import { directoryListScreen } from './directory-list-screen.tsx';
import { directoryMemberScreen } from './directory-member-screen.tsx';
import { directoryMembersScreen } from './directory-members-screen.tsx';
import { directoryOffersScreen } from './directory-offers-screen.tsx';
import { directoryScreen } from './directory-screen.tsx';

export const directoryScreens = [
  ...[directoryListScreen, directoryScreen, directoryOffersScreen],
  ...[directoryMembersScreen, directoryMemberScreen],
];
