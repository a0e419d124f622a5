import './link/person-link-operations.ts';
import './person/actor-name.type.ts';
import './person/person-operations.ts';
import './sign-in/sign-in-operations.ts';
import './sign-in/viewer-person.type.ts';
