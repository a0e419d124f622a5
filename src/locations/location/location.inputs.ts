import { idInput, lineText, nameInput, optionalLine } from '../../api/inputs.ts';

export const locationId = idInput('location', 'a location id', 'The location');

/** The maximum length of an id that a caller gives as the location of a call. */
export const longestLocation = 50;

/** Where a call is made. Callers of the existing product send ids of their own systems. */
export const callingLocation = lineText(longestLocation)
  .min(1)
  .nullish()
  .meta({ scalar: 'ID', idKinds: ['location'] });

export const locationFields = {
  name: nameInput('Name of the location'),
  address: optionalLine(255, 'Street and number'),
  zip: optionalLine(20, 'Postal code'),
  city: optionalLine(100, 'City'),
};
