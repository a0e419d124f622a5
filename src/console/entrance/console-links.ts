import { emailAddress } from '../../api/inputs.ts';
import { isLook } from '../../http/browser/link-opening.ts';
import { enterByLink } from '../../people/entrance/demo-entry.ts';
import { acceptInvitation, readInvitation } from '../../people/entrance/invitation-acceptance.ts';
import { requireReset, setNewPassword } from '../../people/entrance/new-password.ts';
import { requireSetup, setUpOwner } from '../../people/entrance/owner-setup.ts';
import { EntranceError } from '../../people/entrance/person-proof.ts';
import type { PersonLink } from '../../people/link/person-link.ts';
import { isMailedLink } from '../../people/link/person-link-mail.ts';
import {
  type ConsoleForm,
  complaintAbout,
  emailField,
  nameField,
  newPasswordField,
  sendForm,
  sendProblem,
} from './console-form.tsx';
import { enter, entranceWords, entrantOf, given, type Visit } from './console-visit.ts';

function invitationForm(visit: Visit, account: string, email: string): ConsoleForm {
  const { invitation: words, fields } = entranceWords(visit);
  return {
    title: words.title(account),
    lead: words.lead(email),
    fields: [nameField(fields, given(visit, 'name')), newPasswordField(fields)],
    submit: words.submit,
  };
}

export async function showInvite(visit: Visit): Promise<void> {
  await withInvitation(visit, async (form) => sendForm(visit, form));
}

export async function acceptInvite(visit: Visit): Promise<void> {
  const { services } = visit;
  await withInvitation(visit, async (form) => {
    const [name, password] = [given(visit, 'name'), given(visit, 'password')];
    const notice = complaintAbout(password, entranceWords(visit));
    if (notice) return sendForm(visit, form, { status: 422, notice });
    await enter(
      visit,
      await acceptInvitation(
        services.database,
        tokenOf(visit),
        { name, password, isMailed: mailedOf(visit) },
        entrantOf(visit),
      ),
    );
  });
}

async function withInvitation(visit: Visit, handle: (form: ConsoleForm) => Promise<void>): Promise<void> {
  let form = invitationForm(visit, '', '');
  try {
    const { accountName, email } = await readInvitation(visit.services.database, tokenOf(visit));
    form = invitationForm(visit, accountName, email);
    await handle(form);
  } catch (error) {
    sendProblem(visit, error, form);
  }
}

function resetForm(visit: Visit): ConsoleForm {
  const { reset: words, fields } = entranceWords(visit);
  return { title: words.title, lead: words.lead, fields: [newPasswordField(fields)], submit: words.submit };
}

export async function showReset(visit: Visit): Promise<void> {
  const { services } = visit;
  try {
    await requireReset(services.database, tokenOf(visit));
    sendForm(visit, resetForm(visit));
  } catch (error) {
    sendProblem(visit, error, resetForm(visit));
  }
}

export async function savePassword(visit: Visit): Promise<void> {
  const { services } = visit;
  const password = given(visit, 'password');
  const notice = complaintAbout(password, entranceWords(visit));
  if (notice) return sendForm(visit, resetForm(visit), { status: 422, notice });
  try {
    await enter(
      visit,
      await setNewPassword(
        services.database,
        tokenOf(visit),
        { password, isMailed: mailedOf(visit) },
        entrantOf(visit),
      ),
    );
  } catch (error) {
    sendProblem(visit, error, resetForm(visit));
  }
}

function setupForm(visit: Visit, email = '', name = ''): ConsoleForm {
  const { setup: words, fields } = entranceWords(visit);
  return {
    title: words.title,
    lead: words.lead,
    fields: [emailField(fields, email), nameField(fields, name), newPasswordField(fields)],
    submit: words.submit,
  };
}

/**
 * If nobody can sign in yet, asks for an address and a password. A redirect removes the link from the address bar. Link
 * previews and prefetches do not use up the link.
 */
export async function followEntry(visit: Visit): Promise<void> {
  const { request, response, services } = visit;
  if (isLook(request)) return void response.status(204).end();
  try {
    await enter(visit, await enterByLink(services.database, tokenOf(visit), entrantOf(visit)));
  } catch (error) {
    if (!(error instanceof EntranceError) || error.problem !== 'UNKNOWN')
      return sendProblem(visit, error, setupForm(visit));
    await requireSetup(services.database, tokenOf(visit)).then(
      () => sendForm(visit, setupForm(visit)),
      (refused: unknown) => sendProblem(visit, refused, setupForm(visit)),
    );
  }
}

export async function finishSetup(visit: Visit): Promise<void> {
  const { services } = visit;
  const words = entranceWords(visit);
  const [email, name, password] = [given(visit, 'email').trim(), given(visit, 'name'), given(visit, 'password')];
  const form = setupForm(visit, email, name);
  const isAddress = emailAddress.safeParse(email).success;
  const notice = isAddress ? complaintAbout(password, words) : words.wrongAddress;
  if (notice) return sendForm(visit, form, { status: 422, notice });
  try {
    await enter(
      visit,
      await setUpOwner(services.database, tokenOf(visit), { email, name, password }, entrantOf(visit)),
    );
  } catch (error) {
    sendProblem(visit, error, form);
  }
}

const mailedOf =
  ({ services, request }: Visit) =>
  (link: Pick<PersonLink, 'id'>): boolean =>
    isMailedLink(services, link, request.query.mailed);

function tokenOf({ request }: Visit): string {
  return String(request.params.token);
}
