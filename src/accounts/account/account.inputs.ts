import { z } from 'zod';
import { idInput, nameInput, timezone, trimmedText } from '../../api/inputs.ts';

export const accountId = idInput('account', 'an account id', 'The account');

export const ownOrSubaccount = accountId.nullish().meta({
  description: 'The id of a subaccount: `acc_` followed by 16 characters. Default: the account of the request.',
});

const days = (what: string) =>
  z
    .int()
    .min(1)
    .max(100_000)
    .nullish()
    .meta({
      description: `Number of days for which ${what}: 1 to the setting of the installation. \`null\` applies the setting of the installation.`,
    });

export const retentionInput = z
  .object({
    messagesDays: days('messages are kept'),
    deliveriesDays: days('successful webhook deliveries are kept'),
    requestsDays: days('requests are kept in the request log'),
  })
  .meta({
    id: 'AccountRetentionInput',
    description: 'How long an account keeps data. Omitted fields keep their values.',
  });

export const accountFields = {
  name: nameInput('Name of the account'),
  domain: trimmedText
    .max(253)
    .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i, 'is not a domain')
    .nullish()
    .meta({ description: 'The internet domain of default sender addresses, such as `bakery.example`.' }),
  timezone: timezone
    .nullish()
    .meta({ description: 'IANA time zone name, such as `Europe/Berlin`. On creation, defaults to UTC.' }),
};
