// Operations of the domain, and fields for types of other domains.
import './find-job.ts';
import './job-operations.ts';
import './list-jobs.ts';
