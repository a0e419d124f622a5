import { Router } from 'express';
import type { Services } from '../../api/context.ts';
import { emailAddress } from '../../api/inputs.ts';
import { forgetSignInToken, signInTokenOf } from '../../http/browser/console-cookie.ts';
import { isLook } from '../../http/browser/link-opening.ts';
import { addressOf } from '../../http/request-trace.ts';
import { enterByLink } from '../../people/entrance/demo-entry.ts';
import {
  acceptInvitation,
  readInvitation,
  requireSetup,
  setUpOwner,
} from '../../people/entrance/invitation-acceptance.ts';
import { requestReset, requireReset, setNewPassword } from '../../people/entrance/new-password.ts';
import { EntranceError, signInWithPassword } from '../../people/entrance/person-proof.ts';
import type { PersonLink } from '../../people/link/person-link.ts';
import { type Mailer, mailerOf } from '../../people/link/person-link-mail.ts';
import { endByToken } from '../../people/sign-in/person-sign-in.ts';
import { consolePath, entryPath, invitationPath, passwordResetPath } from '../../vocabulary/links.ts';
import { languageOf } from '../frame/language.ts';
import {
  type ConsoleForm,
  complaintAbout,
  emailField,
  nameField,
  newPasswordField,
  passwordField,
  sendForm,
  sendProblem,
} from './console-form.tsx';
import {
  enter,
  entranceWords,
  entrantOf,
  given,
  ownPlace,
  reading,
  receiving,
  say,
  showing,
  type Visit,
  viewerOf,
} from './console-visit.ts';

/** The maximum size of a form, in bytes. */
const longestForm = 16 * 1024;

/** Serves the pages, which work without scripts. */
export function consolePages(services: Services): Router {
  const router = Router();
  const page = (path: string, operation: string, handle: Parameters<typeof showing>[2]) =>
    router.get(path, showing(services, operation, handle));
  const form = (path: string, operation: string, handle: Parameters<typeof receiving>[2]) =>
    router.post(path, receiving(services, operation, reading(longestForm, handle)));
  page(`${consolePath}/sign-in`, 'consoleSignInPage', showSignIn);
  form(`${consolePath}/sign-in`, 'consoleSignIn', signIn);
  form(`${consolePath}/sign-out`, 'consoleSignOut', signOut);
  page(`${consolePath}/forgotten`, 'consoleForgottenPage', showForgotten);
  form(`${consolePath}/forgotten`, 'consoleForgotten', askForReset);
  page(invitationPath(':token'), 'consoleInvitationPage', showInvite);
  form(invitationPath(':token'), 'consoleInvitation', acceptInvite);
  page(passwordResetPath(':token'), 'consoleResetPage', showReset);
  form(passwordResetPath(':token'), 'consoleReset', savePassword);
  page(entryPath(':token'), 'consoleEntry', followEntry);
  form(entryPath(':token'), 'consoleSetup', finishSetup);
  return router;
}

function signInForm(visit: Visit, email = ''): ConsoleForm {
  const { signIn: words, fields } = entranceWords(visit);
  return {
    title: words.title,
    fields: [emailField(fields, email), passwordField(fields)],
    submit: words.submit,
    link: { name: words.forgotten, href: `${consolePath}/forgotten` },
  };
}

async function showSignIn(visit: Visit): Promise<void> {
  const { response } = visit;
  if (await viewerOf(visit)) return response.redirect(303, ownPlace(visit.request.query.to));
  sendForm(visit, signInForm(visit));
}

async function signIn(visit: Visit): Promise<void> {
  const [email, password] = [given(visit, 'email'), given(visit, 'password')];
  try {
    await enter(visit, await signInWithPassword(visit.services.database, { email, password }, entrantOf(visit)));
  } catch (error) {
    sendProblem(visit, error, signInForm(visit, email));
  }
}

async function signOut({ request, response, services }: Visit): Promise<void> {
  const token = signInTokenOf(request.headers, services);
  if (token !== null) await endByToken(services.database, token);
  forgetSignInToken(request, response, services);
  response.redirect(303, `${consolePath}/sign-in`);
}

function forgottenForm(visit: Visit, email = ''): ConsoleForm {
  const { forgotten: words, fields } = entranceWords(visit);
  return { title: words.title, lead: words.lead, fields: [emailField(fields, email)], submit: words.submit };
}

async function showForgotten(visit: Visit): Promise<void> {
  sendForm(visit, forgottenForm(visit));
}

const isAddress = (text: string) => emailAddress.safeParse(text).success;

/** Asks for a reset. The response is the same for unknown addresses. */
async function askForReset(visit: Visit): Promise<void> {
  const { request, services } = visit;
  const email = given(visit, 'email');
  const form = forgottenForm(visit, email);
  if (!isAddress(email)) return sendForm(visit, form, { status: 422, notice: entranceWords(visit).wrongAddress });
  const visitor = { address: addressOf(request), language: languageOf(request) };
  if (!(await requestReset(services, email, visitor))) return sendProblem(visit, new EntranceError('TOO_MANY'), form);
  const { sent, onItsWay, otherwise } = entranceWords(visit).forgotten;
  say(visit, 200, sent, onItsWay, otherwise);
}

function invitationForm(visit: Visit, account: string, email: string): ConsoleForm {
  const { invitation: words, fields } = entranceWords(visit);
  return {
    title: words.title(account),
    lead: words.lead(email),
    fields: [nameField(fields, given(visit, 'name')), newPasswordField(fields)],
    submit: words.submit,
  };
}

async function showInvite(visit: Visit): Promise<void> {
  await withInvitation(visit, async (form) => sendForm(visit, form));
}

async function acceptInvite(visit: Visit): Promise<void> {
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
        { name, password, mailer: mailerIn(visit) },
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

async function showReset(visit: Visit): Promise<void> {
  try {
    await requireReset(visit.services.database, tokenOf(visit));
    sendForm(visit, resetForm(visit));
  } catch (error) {
    sendProblem(visit, error, resetForm(visit));
  }
}

async function savePassword(visit: Visit): Promise<void> {
  const { services } = visit;
  const password = given(visit, 'password');
  const notice = complaintAbout(password, entranceWords(visit));
  if (notice) return sendForm(visit, resetForm(visit), { status: 422, notice });
  try {
    await enter(
      visit,
      await setNewPassword(services.database, tokenOf(visit), { password, mailer: mailerIn(visit) }, entrantOf(visit)),
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
async function followEntry(visit: Visit): Promise<void> {
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

async function finishSetup(visit: Visit): Promise<void> {
  const { services } = visit;
  const words = entranceWords(visit);
  const [email, name, password] = [given(visit, 'email').trim(), given(visit, 'name'), given(visit, 'password')];
  const form = setupForm(visit, email, name);
  const notice = isAddress(email) ? complaintAbout(password, words) : words.wrongAddress;
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

const mailerIn =
  ({ services, request }: Visit) =>
  (link: Pick<PersonLink, 'id'>): Mailer | null =>
    mailerOf(services, link, request.query.mailed);

function tokenOf({ request }: Visit): string {
  return String(request.params.token);
}
