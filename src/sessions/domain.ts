import { defineDomain } from '../kernel/domain.ts';
import { createSessionsJob } from './batch/batch-creation.ts';
import { sessionMarks } from './index/session-mark.ts';
import { sessionSearchKeys } from './index/session-search-key.ts';
import { landingSubmissions } from './landing/landing-submission.ts';
import { couponSessions } from './session/session.ts';
import { sessionIdentities } from './session/session-identity.ts';
import { sessionProblems } from './session-problems.ts';
import { validationCodeSpaces, validationCodes } from './validation-code/validation-code.ts';

export const sessionsDomain = defineDomain({
  problems: sessionProblems,
  tables: [
    couponSessions,
    sessionMarks,
    sessionSearchKeys,
    sessionIdentities,
    landingSubmissions,
    validationCodes,
    validationCodeSpaces,
  ],
  jobs: [createSessionsJob],
});
