import './design/design-operations.ts';
import './design/wallet-design.type.ts';
import './offer/offered-pass.type.ts';
import './offer/wallet-counts.type.ts';
import './preview/find-wallet-preview.ts';
import './push/push-operations.ts';
