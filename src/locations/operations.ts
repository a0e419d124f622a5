// The operations of the domain, and the fields that it adds to the types of other domains.
import './location/location-operations.ts';
