import type { Screen } from '../frame/screen.ts';
import { cardScreen } from './card/card-screen.ts';
import { cardsScreen } from './card/cards-screen.ts';
import { newCardScreen } from './card/new-card-screen.ts';
import { userScreen } from './member/user-screen.ts';
import { usersScreen } from './member/users-screen.ts';
import { merchantsScreen } from './merchants-screen.ts';

/** Fixed paths come before those with parameters. */
export const loyaltyScreens: readonly Screen[] = [
  cardsScreen,
  newCardScreen,
  merchantsScreen,
  cardScreen,
  usersScreen,
  userScreen,
];
