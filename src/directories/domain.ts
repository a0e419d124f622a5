import { defineDomain } from '../kernel/domain.ts';
import { directoryOpenings } from './campaign/campaign-opening.ts';
import { placements } from './campaign/placement.ts';
import { categories } from './category/category.ts';
import { directories } from './directory/directory.ts';
import { directoryProblems } from './directory-problems.ts';
import { directorySignIns, singleSignOns } from './sign-in/sign-in.ts';
import { signInAttempts } from './sign-in/sign-in-attempts.ts';
import { memberKeys } from './user/member-key.ts';
import { expirePaidAccessJob } from './user/paid-access.ts';
import { directoryUsers } from './user/user.ts';

export const directoriesDomain = defineDomain({
  problems: directoryProblems,
  tables: [
    directories,
    categories,
    placements,
    directoryUsers,
    memberKeys,
    singleSignOns,
    directorySignIns,
    signInAttempts,
    directoryOpenings,
  ],
  jobs: [expirePaidAccessJob],
});
