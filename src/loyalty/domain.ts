import { defineDomain } from '../kernel/domain.ts';
import { loyaltyCards } from './card/card.ts';
import { ledgerEntries } from './ledger/ledger.ts';
import { pointLots } from './ledger/point-lot.ts';
import { loyaltyProblems } from './loyalty-problems.ts';
import { loyaltyPersons } from './person/person.ts';
import { purchases } from './purchase/purchase.ts';
import { earnedRewards } from './reward/earned-reward.ts';
import { loyaltyRewards } from './reward/reward.ts';
import { loyaltyMembers } from './user/loyalty-member.ts';
import { searchKeys } from './user/user-search-key.ts';

export const loyaltyDomain = defineDomain({
  problems: loyaltyProblems,
  tables: [
    loyaltyCards,
    loyaltyRewards,
    loyaltyPersons,
    loyaltyMembers,
    searchKeys,
    earnedRewards,
    ledgerEntries,
    purchases,
    pointLots,
  ],
});
