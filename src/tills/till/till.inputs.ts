import { z } from 'zod';
import { flag, idInput, nameInput } from '../../api/inputs.ts';
import { locationId } from '../../locations/location/location.inputs.ts';
import { offlineRedemptions } from './till.ts';

export const tillId = idInput('till', 'a till id', 'The till');

export const offlineRedemption = z.enum(offlineRedemptions).meta({
  id: 'OfflineRedemption',
  description: 'How a till handles a code that it scans while it is offline.',
  values: {
    REFUSE: 'Refuses the code, because it cannot be checked.',
    ACCEPT:
      'Accepts the code, and redeems it when the till is online again. The account bears the risk that the code is then refused.',
  },
});

const tillField = z
  .object({
    number: z.int().min(1).max(7).meta({ description: 'The number of the field, 1 to 7: 1 is `customField1`.' }),
    label: nameInput('Label of the field on the till', 50),
  })
  .meta({ id: 'TillFieldInput', description: 'A custom field of a session that a till asks for.' });

const asked = z
  .array(tillField)
  .max(7)
  .refine(
    (fields) => new Set(fields.map(({ number }) => number)).size === fields.length,
    'has the number of a field twice',
  );

export const tillSettings = {
  name: nameInput('Name of the till, as shown in the history of sessions'),
  location: locationId.nullish().meta({
    description:
      'The location that the till belongs to. Actions of the till on loyalty cards are recorded at this location.',
  }),
  redeemsAtOnce: flag('Whether the till redeems scanned codes without a tap. Default: false.'),
  asksForMoney: flag('Whether the till asks how much money the customer spent. Default: false.'),
  fields: asked.nullish().meta({
    description: 'The custom fields of a session that the till asks for. Each field is allowed once. Default: none.',
  }),
  offlineRedemption: offlineRedemption
    .nullish()
    .meta({ description: 'How the till handles codes that it scans while it is offline. Default: `REFUSE`.' }),
};
