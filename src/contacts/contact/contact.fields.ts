import { dateField, lineField, textField } from '../../vocabulary/fields.ts';

const ofEmail = { form: 'rare', detail: ', for a group with the channel `EMAIL`' } as const;

/** SMS groups have only the first seven custom fields. */
export const contactFields = {
  firstName: lineField(100, 'First name', { form: 'usual' }),
  lastName: lineField(100, 'Last name', { form: 'usual' }),
  birthday: dateField('Date of birth, `yyyy-MM-dd`', { form: 'rare' }),
  custom1: textField(255, 'Custom field 1', { form: 'rare' }),
  custom2: textField(255, 'Custom field 2', { form: 'rare' }),
  custom3: textField(255, 'Custom field 3', { form: 'rare' }),
  custom4: textField(255, 'Custom field 4', { form: 'rare' }),
  custom5: textField(255, 'Custom field 5', { form: 'rare' }),
  custom6: textField(255, 'Custom field 6', { form: 'rare' }),
  custom7: textField(255, 'Custom field 7', { form: 'rare' }),
  custom8: textField(255, 'Custom field 8', ofEmail),
  custom9: textField(255, 'Custom field 9', ofEmail),
  custom10: textField(255, 'Custom field 10', ofEmail),
};
