import type { Screen } from '../frame/screen.ts';
import { cardScreen } from './card/card-screen.tsx';
import { cardsScreen } from './card/cards-screen.tsx';
import { newCardScreen } from './card/new-card-screen.ts';
import { userScreen } from './member/user-screen.tsx';
import { usersScreen } from './member/users-screen.tsx';
import { merchantsScreen } from './merchants-screen.tsx';

/** Fixed paths come before those with parameters. */
export const loyaltyScreens: readonly Screen[] = [
  cardsScreen,
  newCardScreen,
  merchantsScreen,
  cardScreen,
  usersScreen,
  userScreen,
];
