// The operations of the domain, and the fields that it adds to the types of others.
import './cancel-job.ts';
import './find-job.ts';
import './list-jobs.ts';
import './pause-job.ts';
import './resume-job.ts';
