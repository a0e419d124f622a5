// Operations of the domain, and fields for types of other domains.
import './job-operations.ts';
