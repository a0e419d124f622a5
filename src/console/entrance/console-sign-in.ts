import { forgetSignInToken, signInTokenOf } from '../../http/browser/console-cookie.ts';
import { addressOf } from '../../http/request-trace.ts';
import { requestReset } from '../../people/entrance/new-password.ts';
import { EntranceError, signInWithPassword } from '../../people/entrance/person-proof.ts';
import { endByToken } from '../../people/sign-in/person-sign-in.ts';
import { consolePath } from '../../vocabulary/links.ts';
import { languageOf } from '../frame/language.ts';
import { type ConsoleForm, emailField, passwordField, sendForm, sendProblem } from './console-form.tsx';
import { enter, entranceWords, entrantOf, given, ownPlace, say, type Visit, viewerOf } from './console-visit.ts';

function signInForm(visit: Visit, email = ''): ConsoleForm {
  const { signIn: words, fields } = entranceWords(visit);
  return {
    title: words.title,
    fields: [emailField(fields, email), passwordField(fields)],
    submit: words.submit,
    link: { name: words.forgotten, href: `${consolePath}/forgotten` },
  };
}

export async function showSignIn(visit: Visit): Promise<void> {
  const { response } = visit;
  if (await viewerOf(visit)) return response.redirect(303, ownPlace(visit.request.query.to));
  sendForm(visit, signInForm(visit));
}

export async function signIn(visit: Visit): Promise<void> {
  const { services } = visit;
  const [email, password] = [given(visit, 'email'), given(visit, 'password')];
  try {
    await enter(visit, await signInWithPassword(services.database, { email, password }, entrantOf(visit)));
  } catch (error) {
    sendProblem(visit, error, signInForm(visit, email));
  }
}

export async function signOut({ request, response, services }: Visit): Promise<void> {
  const token = signInTokenOf(request.headers, services);
  if (token !== null) await endByToken(services.database, token);
  forgetSignInToken(request, response, services);
  response.redirect(303, `${consolePath}/sign-in`);
}

function forgottenForm(visit: Visit, email = ''): ConsoleForm {
  const { forgotten: words, fields } = entranceWords(visit);
  return { title: words.title, lead: words.lead, fields: [emailField(fields, email)], submit: words.submit };
}

export async function showForgotten(visit: Visit): Promise<void> {
  sendForm(visit, forgottenForm(visit));
}

/** Asks for a reset. The response is the same for unknown addresses. */
export async function askForReset(visit: Visit): Promise<void> {
  const { request, services } = visit;
  const email = given(visit, 'email');
  const visitor = { address: addressOf(request), language: languageOf(request) };
  if (!(await requestReset(services, email, visitor)))
    return sendProblem(visit, new EntranceError('TOO_MANY'), forgottenForm(visit, email));
  const { sent, onItsWay, otherwise } = entranceWords(visit).forgotten;
  say(visit, 200, sent, onItsWay, otherwise);
}
