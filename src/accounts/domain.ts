import { defineDomain } from '../kernel/domain.ts';
import { accounts } from './account/account.ts';
import { accountProblems } from './account-problems.ts';
import { apiKeys } from './api-key/api-key.ts';
import { removeAccountJob } from './closing/account-removal.ts';
import { loggedRequests } from './requests/logged-request.ts';
import { advanceClockJob } from './testing/clock-advance.ts';
import { notices } from './viewer/notice.ts';

export const accountsDomain = defineDomain({
  problems: accountProblems,
  tables: [accounts, apiKeys, notices, loggedRequests],
  jobs: [advanceClockJob, removeAccountJob],
});
