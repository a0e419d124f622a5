// The operations of the domain, and the fields that it adds to the types of other domains.
import './find-job.ts';
import './job-operations.ts';
import './list-jobs.ts';
