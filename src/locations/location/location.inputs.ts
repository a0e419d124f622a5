import { z } from 'zod';
import { idInput, nameInput, optionalLine } from '../../api/inputs.ts';

export const locationId = idInput('location', 'a location id', 'The location');

/** Where a call is made. Callers of the existing product send ids of their own systems. */
export const callingLocation = z
  .string()
  .min(1)
  .max(50)
  .nullish()
  .meta({ scalar: 'ID', idKinds: ['location'] });

export const locationFields = {
  name: nameInput('Name of the location'),
  address: optionalLine(255, 'Street and number'),
  zip: optionalLine(20, 'Postal code'),
  city: optionalLine(100, 'City'),
};
