// The operations of the domain, and the fields that it adds to the types of other domains.
import './coupon/coupon-operations.ts';
import './folder/folder-operations.ts';
import './status/status-operations.ts';
import './tag/tag-operations.ts';
