import { z } from 'zod';
import { idInput, idText, localTime, trimmedText } from '../../api/inputs.ts';
import { fieldInputs } from '../../api/noun-fields.ts';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { callingLocation } from '../../locations/location/location.inputs.ts';
import { autoValCodes } from '../validation-code/validation-code.ts';
import { customerFields, customFields, utmFields } from './session.fields.ts';
import { identityFields } from './session-identity.ts';

export const sessionCode = idInput('session', 'a session code', 'The session code');

export const sessionOrWidgetCode = idText('a session code').meta({
  scalar: 'ID',
  idKinds: ['session'],
  description:
    'The session code, 21 characters. The first 6 characters are sufficient if no other session code of the account begins with them.',
});

const customId = trimmedText
  .max(50)
  .regex(/^[A-Za-z0-9-]+$/, 'may contain letters, digits and hyphens only')
  .nullish()
  .meta({ description: 'A custom id, at most 50 letters, digits and hyphens.' });

export const customInputs = fieldInputs(customFields);

/** The data that callers can set at any time. */
const sessionData = z
  .object({
    ...customInputs,
    customId,
    moneySpent: trimmedText
      .regex(/^\d{1,12}(\.\d{1,3})?$/, 'must be a decimal number in the format 0.000')
      .nullish()
      .meta({
        scalar: 'Decimal',
        description: 'The amount that the customer spent, a decimal number with at most three decimal places.',
      }),
  })
  .meta({
    id: 'CouponSessionData',
    description: 'Data to store on a session. Omitted fields keep their values; `null` clears a field.',
  });

export const transitionInput = z.object({
  session: sessionOrWidgetCode,
  data: sessionData.nullish().meta({ description: 'Data to store on the session in the same transaction.' }),
  dryRun: z.boolean().default(false).meta({ description: 'If true, returns the result without changing anything.' }),
});

export const holdKey = trimmedText.regex(/^[\x21-\x7e]{1,100}$/, 'must be 1 to 100 printable ASCII characters').meta({
  description:
    'The key of the till, 1 to 100 printable ASCII characters without spaces. Required while a till holds the session.',
});

/** The input of operations for which a hold reserves the session. */
export const redeemInput = transitionInput.extend({
  holdKey: holdKey.nullish(),
  location: callingLocation.meta({
    description:
      'Where the call is made: the id of a location, or your own id with 1 to 50 characters. A till of a location always calls there. A coupon that names locations can be validated only at them.',
  }),
});

const duplicateCheck = z.enum([...identityFields, 'FIRST_GIVEN']).meta({
  id: 'DuplicateCheck',
  description: 'The field that identifies a returning customer.',
  values: {
    EMAIL: 'The email address, ignoring case.',
    PHONE: 'The phone number, in any format.',
    CUSTOM_ID: 'The custom id.',
    FIRST_GIVEN:
      'The first of the three other fields that the input contains. If it contains none of them, nothing is checked.',
  },
});

const identities = { EMAIL: 'email', PHONE: 'phone', CUSTOM_ID: 'customId', FIRST_GIVEN: null } as const;

export const createSessionInput = z
  .object({
    coupon: couponId,
    ...fieldInputs(customerFields),
    ...fieldInputs(utmFields),
    customId,
    customValCode: trimmedText
      .max(100)
      .regex(/^[A-Za-z0-9-]+$/, 'may contain letters, digits and hyphens only')
      .nullish()
      .meta({
        description:
          'A custom validation code, at most 100 letters, digits and hyphens. Cannot be combined with `autoValCode`.',
      }),
    autoValCode: z
      .enum(autoValCodes)
      .meta({
        id: 'AutoValCode',
        description: 'The format of a generated validation code.',
        values: { DIGITS_6: 'Six digits.', DIGITS_8: 'Eight digits.', DIGITS_10: 'Ten digits.' },
      })
      .nullish()
      .meta({
        description:
          'Generates a validation code that is unique within the coupon. Cannot be combined with `customValCode`.',
      }),
    duplicateCheck: duplicateCheck.nullish().meta({
      description:
        'The field that identifies the customer. If the coupon already has a session with the same value in this field, that session is returned instead of a new one. The input must contain the field.',
    }),
    expiryDate: localTime.nullish().meta({
      description:
        'When the session expires, `yyyy-MM-dd HH:mm:ss` in the time zone of the coupon. Overrides the expiry of the coupon.',
    }),
  })
  .superRefine(
    (input, context) => {
      if (input.customValCode != null && input.autoValCode != null) {
        context.addIssue({ code: 'custom', path: ['autoValCode'], message: 'cannot be combined with customValCode' });
      }
      const field = input.duplicateCheck && identities[input.duplicateCheck];
      if (field && !input[field]) {
        context.addIssue({
          code: 'custom',
          path: [field],
          message: 'is required for the duplicate check',
          params: { missing: true },
        });
      }
    },
    // Runs even if other checks have failed, so that the caller sees every input error.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
