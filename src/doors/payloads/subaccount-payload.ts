import type { Account } from '../../accounts/account/account.ts';
import { heldBy } from '../../kernel/event-log/event.ts';
import type { FieldsOf } from './payload-fields.ts';

/** Returns the fields of the events of a subaccount. Accounts have no contact data but a name. */
export const subaccountFields: FieldsOf = (event) => ({
  subaccount: heldBy<Account>(event).id,
  data: {
    email: '',
    company_name: heldBy<Account>(event).name,
    first_name: '',
    last_name: '',
    phone: '',
    country: '',
  },
});
