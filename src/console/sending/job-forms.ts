import { graphql } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { form } from '../frame/screen.ts';

const idOf = (_: unknown, page: Page) => ({ input: { id: page.params.job ?? '' } });

/** What can be done with a send to a group. */
export const jobForms = {
  pause: form({
    scope: 'WRITE',
    document: graphql(`
      mutation ConsolePauseJob($input: PauseJobInput!) {
        pauseJob(input: $input) {
          id
        }
      }
    `),
    variables: idOf,
    fields: {},
    submit: (words) => words.sending.job.pause,
    doneWords: (words) => words.sending.job.paused,
  }),
  resume: form({
    scope: 'WRITE',
    document: graphql(`
      mutation ConsoleResumeJob($input: ResumeJobInput!) {
        resumeJob(input: $input) {
          id
        }
      }
    `),
    variables: idOf,
    fields: {},
    submit: (words) => words.sending.job.resume,
    doneWords: (words) => words.sending.job.resumed,
  }),
  cancel: form({
    scope: 'WRITE',
    document: graphql(`
      mutation ConsoleCancelJob($input: CancelJobInput!) {
        cancelJob(input: $input) {
          id
        }
      }
    `),
    variables: idOf,
    fields: {},
    submit: (words) => words.sending.job.cancel,
    doneWords: (words) => words.sending.job.cancelled,
  }),
  retry: form({
    scope: 'SEND',
    document: graphql(`
      mutation ConsoleRetryMessages($input: RetryMessagesInput!) {
        retryMessages(input: $input) {
          id
        }
      }
    `),
    variables: (input: { unknown: boolean }, page) => ({ input: { job: page.params.job ?? '', ...input } }),
    fields: { unknown: { kind: 'checkbox', label: (words) => words.sending.job.retryUnknown } },
    submit: (words) => words.sending.job.retry,
    doneWords: (words) => words.sending.job.retried,
  }),
};
