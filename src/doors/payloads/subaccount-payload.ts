import type { Account } from '../../accounts/account/account.ts';
import type { FieldsOf } from './payload-fields.ts';

/** Returns the fields of the events of a subaccount. Accounts have no contact data but a name. */
export const subaccountFields: FieldsOf = ({ accountId, data }) => ({
  subaccount: accountId,
  data: {
    email: '',
    company_name: (JSON.parse(data) as Account).name,
    first_name: '',
    last_name: '',
    phone: '',
    country: '',
  },
});
