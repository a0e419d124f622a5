import { consolePath } from '../../../kernel/values/links.ts';
import { requestReset } from '../../../people/entrance/new-password.ts';
import { signInWithPassword } from '../../../people/entrance/password-sign-in.ts';
import { EntranceRefused } from '../../../people/entrance/person-proof.ts';
import { endByToken } from '../../../people/sign-in/person-sign-in.ts';
import { forgetSignInToken, signInTokenOf } from '../../http/browser/console-cookie.ts';
import { addressOf } from '../../http/request-trace.ts';
import { sendMessage } from '../../pages/public/site.ts';
import { type ConsoleForm, emailField, passwordField, sendForm, sendRefusal } from './console-form.ts';
import { enter, entrantOf, given, ownPlace, type Visit, viewerOf } from './console-visit.ts';

const signInForm = (email = ''): ConsoleForm => ({
  title: 'Sign in',
  fields: [emailField(email), passwordField()],
  submit: 'Sign in',
  link: { name: 'I have forgotten my password', href: `${consolePath}/forgotten` },
});

export async function showSignIn(visit: Visit): Promise<void> {
  const { response } = visit;
  if (await viewerOf(visit)) return response.redirect(303, ownPlace(visit.request.query.to));
  sendForm(response, signInForm());
}

export async function signIn(visit: Visit): Promise<void> {
  const { response, services } = visit;
  const [email, password] = [given(visit, 'email'), given(visit, 'password')];
  try {
    await enter(visit, await signInWithPassword(services.database, { email, password }, entrantOf(visit)));
  } catch (error) {
    sendRefusal(response, error, signInForm(email));
  }
}

export async function signOut({ request, response, services }: Visit): Promise<void> {
  const token = signInTokenOf(request.headers, services);
  if (token !== null) await endByToken(services.database, token);
  forgetSignInToken(request, response, services);
  response.redirect(303, `${consolePath}/sign-in`);
}

const forgottenForm = (email = ''): ConsoleForm => ({
  title: 'Forgotten password',
  lead: 'We mail you a link with which you can set a new one.',
  fields: [emailField(email)],
  submit: 'Send the link',
});

export async function showForgotten({ response }: Visit): Promise<void> {
  sendForm(response, forgottenForm());
}

/** Says the same whether or not somebody has the address. */
export async function askForReset(visit: Visit): Promise<void> {
  const { request, response, services } = visit;
  const email = given(visit, 'email');
  if (!(await requestReset(services, email, addressOf(request))))
    return sendRefusal(response, new EntranceRefused('TOO_MANY'), forgottenForm(email));
  sendMessage(
    response,
    200,
    'Look into your mailbox',
    'If the address can sign in here and the service can mail to it, a link is on its way.',
    'Otherwise, please ask an owner of your account for a link.',
  );
}
