// The operations of the domain, and the fields that it adds to the types of other domains.
import './barcode/draw-coupon-session-barcode.ts';
import './batch/batch-operations.ts';
import './search/session-search-operations.ts';
import './session/session-operations.ts';
import './transition/transition-operations.ts';
import './validation-code/code-usage.type.ts';
import './validation-code/import-coupon-codes.ts';
