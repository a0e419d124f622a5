import { mutationOf } from '../../documents/typed-document.ts';
import { form } from '../frame/screen.ts';
import { jobControls } from '../parts/job-controls.ts';

export const jobForms = {
  ...jobControls(({ sending }) => sending.job),
  retry: form({
    document: mutationOf('retryMessages'),
    adds: ({ params }) => ({ job: params.job }),
    fields: { unknown: { kind: 'checkbox', label: (words) => words.sending.job.retryUnknown } },
    submit: (words) => words.sending.job.retry,
    notice: (words) => words.sending.job.retried,
  }),
};
