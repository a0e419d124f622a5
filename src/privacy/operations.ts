// The operations of the domain, and the fields that it adds to the types of others.
import './personal-data/erase-personal-data.ts';
import './personal-data/export-personal-data.ts';
import './personal-data/personal-data.type.ts';
