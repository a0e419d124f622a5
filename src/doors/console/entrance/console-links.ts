import { emailAddress } from '../../../kernel/api/inputs.ts';
import { enterByLink } from '../../../people/entrance/demo-entry.ts';
import { acceptInvitation, readInvitation } from '../../../people/entrance/invitation-acceptance.ts';
import { requireReset, setNewPassword } from '../../../people/entrance/new-password.ts';
import { requireSetup, setUpOwner } from '../../../people/entrance/owner-setup.ts';
import { EntranceRefused } from '../../../people/entrance/person-proof.ts';
import { isPrefetch } from '../../http/browser/prefetch.ts';
import {
  type ConsoleForm,
  complaintAbout,
  emailField,
  nameField,
  newPasswordField,
  sendForm,
  sendRefusal,
} from './console-form.ts';
import { enter, entrantOf, given, type Visit } from './console-visit.ts';

const invitationForm = (account: string, email: string, name = ''): ConsoleForm => ({
  title: account ? `Join ${account}` : 'Join',
  lead: `You join as ${email}. If you can already sign in here with this address, give your password. Otherwise, choose one.`,
  fields: [nameField(name), newPasswordField()],
  submit: 'Join',
});

export async function showInvite(visit: Visit): Promise<void> {
  await withInvitation(visit, async (form) => sendForm(visit.response, form));
}

export async function acceptInvite(visit: Visit): Promise<void> {
  const { response, services } = visit;
  await withInvitation(visit, async (form) => {
    const [name, password] = [given(visit, 'name'), given(visit, 'password')];
    const notice = complaintAbout(password);
    if (notice) return sendForm(response, form, { status: 422, notice });
    await enter(visit, await acceptInvitation(services.database, tokenOf(visit), { name, password }, entrantOf(visit)));
  });
}

/** Calls the handler with the form of an invitation that works. */
async function withInvitation(visit: Visit, handle: (form: ConsoleForm) => Promise<void>): Promise<void> {
  let form = invitationForm('', '');
  try {
    const { accountName, email } = await readInvitation(visit.services.database, tokenOf(visit));
    form = invitationForm(accountName, email, given(visit, 'name'));
    await handle(form);
  } catch (error) {
    sendRefusal(visit.response, error, form);
  }
}

const resetForm: ConsoleForm = {
  title: 'New password',
  lead: 'You are then signed out of all other browsers.',
  fields: [newPasswordField()],
  submit: 'Save and sign in',
};

export async function showReset(visit: Visit): Promise<void> {
  const { response, services } = visit;
  try {
    await requireReset(services.database, tokenOf(visit));
    sendForm(response, resetForm);
  } catch (error) {
    sendRefusal(response, error, resetForm);
  }
}

export async function savePassword(visit: Visit): Promise<void> {
  const { response, services } = visit;
  const password = given(visit, 'password');
  const notice = complaintAbout(password);
  if (notice) return sendForm(response, resetForm, { status: 422, notice });
  try {
    await enter(visit, await setNewPassword(services.database, tokenOf(visit), password, entrantOf(visit)));
  } catch (error) {
    sendRefusal(response, error, resetForm);
  }
}

const setupForm = (email = '', name = ''): ConsoleForm => ({
  title: 'Set up the console',
  lead: 'Nobody can sign in yet. You become the owner of the first account, and can then invite others.',
  fields: [emailField(email), nameField(name), newPasswordField()],
  submit: 'Set up',
});

/**
 * Signs in who opens the link that the service printed. If nobody can sign in yet, asks for an address and a password.
 * The redirect keeps the link out of the address bar. Link previews and prefetches do not use the link up.
 */
export async function followEntry(visit: Visit): Promise<void> {
  const { request, response, services } = visit;
  if (isPrefetch(request)) return void response.status(204).end();
  try {
    await enter(visit, await enterByLink(services.database, tokenOf(visit), entrantOf(visit)));
  } catch (error) {
    if (!(error instanceof EntranceRefused) || error.refusal !== 'UNKNOWN')
      return sendRefusal(response, error, setupForm());
    await requireSetup(services.database, tokenOf(visit)).then(
      () => sendForm(response, setupForm()),
      (refused: unknown) => sendRefusal(response, refused, setupForm()),
    );
  }
}

export async function finishSetup(visit: Visit): Promise<void> {
  const { response, services } = visit;
  const [email, name, password] = [given(visit, 'email').trim(), given(visit, 'name'), given(visit, 'password')];
  const form = setupForm(email, name);
  const isAddress = emailAddress.safeParse(email).success;
  const notice = isAddress ? complaintAbout(password) : 'This is not an email address.';
  if (notice) return sendForm(response, form, { status: 422, notice });
  try {
    await enter(
      visit,
      await setUpOwner(services.database, tokenOf(visit), { email, name, password }, entrantOf(visit)),
    );
  } catch (error) {
    sendRefusal(response, error, form);
  }
}

function tokenOf({ request }: Visit): string {
  return String(request.params.token);
}
