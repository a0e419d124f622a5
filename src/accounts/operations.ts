// The operations of the domain, and the fields that it adds to the types of other domains.
import './account/account-operations.ts';
import './api-key/api-key-operations.ts';
import './audit/list-audit-log.ts';
import './closing/closing-operations.ts';
import './requests/list-request-log.ts';
import './testing/account-clock.type.ts';
import './testing/test-account-operations.ts';
import './viewer/find-viewer.ts';
