// The operations of the domain, and the fields that it adds to the types of others.
import './link/invite-person.ts';
import './link/list-invitations.ts';
import './link/reset-password.ts';
import './link/revoke-invitation.ts';
import './person/actor-name.type.ts';
import './person/list-people.ts';
import './person/remove-person.ts';
import './person/set-role.ts';
import './person/update-profile.ts';
import './sign-in/change-password.ts';
import './sign-in/choose-account.ts';
import './sign-in/end-sign-in.ts';
import './sign-in/end-sign-ins.ts';
import './sign-in/list-sign-ins.ts';
import './sign-in/viewer-person.type.ts';
