// The operations of the domain, and the fields that it adds to the types of others.
import './till/create-till.ts';
import './till/list-tills.ts';
import './till/pair-till.ts';
import './till/renew-till-pairing.ts';
import './till/revoke-till.ts';
import './till/update-till.ts';
import './till/viewer-till.type.ts';
