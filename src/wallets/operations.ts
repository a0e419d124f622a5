// The operations of the domain, and the fields that it adds to the types of others.
import './design/remove-wallet-design.ts';
import './design/update-wallet-design.ts';
import './design/wallet-design.type.ts';
import './offer/offered-pass.type.ts';
import './offer/wallet-counts.type.ts';
import './preview/find-wallet-preview.ts';
import './push/find-push.ts';
import './push/list-pushes.ts';
import './push/send-coupon-push.ts';
import './push/send-loyalty-push.ts';
