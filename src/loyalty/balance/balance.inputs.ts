import { callingLocation } from '../../locations/location/location.inputs.ts';

/** The maximum number of stamps or points that a call adds or removes. */
export const maxAdded = 1_000_000;

export const location = callingLocation.meta({
  description:
    'The location to record in the ledger. The id of a registered location, or your own id with 1 to 50 characters.',
});
