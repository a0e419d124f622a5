// The operations of the domain, and the fields that it adds to the types of others.
import './coupon/create-coupon.ts';
import './coupon/delete-coupon.ts';
import './coupon/find-coupon.ts';
import './coupon/list-coupons.ts';
import './coupon/update-coupon.ts';
import './folder/create-folder.ts';
import './folder/delete-folder.ts';
import './folder/list-folders.ts';
import './folder/update-folder.ts';
import './status/status-operations.ts';
import './tag/delete-tag.ts';
import './tag/list-tags.ts';
import './tag/rename-tag.ts';
