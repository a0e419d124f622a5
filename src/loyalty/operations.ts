// The operations of the domain, and the fields that it adds to the types of other domains.
import './balance/balance-operations.ts';
import './balance/purchase-operations.ts';
import './card/card-operations.ts';
import './reward/reward-operations.ts';
import './reward/reward.type.ts';
import './search/loyalty-search-operations.ts';
import './user/loyalty-user-operations.ts';
