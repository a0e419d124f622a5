// Operations of the domain, and fields for types of other domains.
import './find-node.ts';
import './find-nodes.ts';
