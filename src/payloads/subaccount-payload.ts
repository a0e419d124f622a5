import type { Account } from '../accounts/account/account.ts';
import { heldBy } from '../kernel/event-log/event.ts';
import type { FieldsOf } from './payload-fields.ts';

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
