// The operations of the domain, and the fields that it adds to the types of others.
import './barcode/draw-coupon-session-barcode.ts';
import './batch/batch-update-coupon-sessions.ts';
import './batch/create-coupon-sessions-job.ts';
import './batch/create-single-use-urls.ts';
import './search/find-session.ts';
import './search/list-coupon-sessions.ts';
import './search/search-coupon-sessions.ts';
import './session/create-single-use-url.ts';
import './session/delete-coupon-session.ts';
import './session/find-coupon-session.ts';
import './transition/transition-operations.ts';
import './validation-code/code-usage.type.ts';
import './validation-code/import-coupon-codes.ts';
