// Operations, and fields on the types of other domains.
import './event-operations.ts';
