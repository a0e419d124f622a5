import { graphql } from '../../documents/typed-document.ts';
import { form } from '../frame/screen.ts';

const fields = { id: { kind: 'hidden' } } as const;

export const pause = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsolePauseJob($input: PauseJobInput!) {
      pauseJob(input: $input) {
        id
      }
    }
  `),
  fields,
  variables: (input) => ({ input }),
  submit: ({ settings }) => settings.jobs.pause,
  doneWords: ({ settings }) => settings.jobs.paused,
});

export const resume = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleResumeJob($input: ResumeJobInput!) {
      resumeJob(input: $input) {
        id
      }
    }
  `),
  fields,
  variables: (input) => ({ input }),
  submit: ({ settings }) => settings.jobs.resume,
  doneWords: ({ settings }) => settings.jobs.resumed,
});

export const cancel = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleCancelJob($input: CancelJobInput!) {
      cancelJob(input: $input) {
        id
      }
    }
  `),
  fields,
  variables: (input) => ({ input }),
  submit: ({ settings }) => settings.cancel,
  doneWords: ({ settings }) => settings.jobs.cancelled,
});
