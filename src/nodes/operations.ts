// The operations of the domain, and the fields that it adds to the types of other domains.
import './find-node.ts';
import './find-nodes.ts';
