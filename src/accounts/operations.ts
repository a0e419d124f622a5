// The operations of the domain, and the fields that it adds to the types of other domains.
import './account/create-account.ts';
import './account/list-accounts.ts';
import './account/top-up-email-balance.ts';
import './account/update-account.ts';
import './api-key/create-api-key.ts';
import './api-key/list-api-keys.ts';
import './api-key/revoke-api-key.ts';
import './audit/list-audit-log.ts';
import './closing/close-account.ts';
import './closing/reopen-account.ts';
import './requests/list-request-log.ts';
import './testing/account-clock.type.ts';
import './testing/advance-test-clock.ts';
import './testing/create-test-account.ts';
import './viewer/find-viewer.ts';
