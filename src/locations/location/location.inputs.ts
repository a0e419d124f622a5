import { idInput, nameInput, optionalLine } from '../../api/inputs.ts';

export const locationId = idInput('location', 'a location id', 'The location');

export const locationFields = {
  name: nameInput('Name of the location'),
  address: optionalLine(255, 'Street and number'),
  zip: optionalLine(20, 'Postal code'),
  city: optionalLine(100, 'City'),
};
