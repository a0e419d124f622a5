import type { Viewer } from '../../api/viewer.ts';
import { forgetSignInToken, signInTokenOf } from '../../http/browser/console-cookie.ts';
import { field } from '../../pages/public/form-field.tsx';
import { signInWithPassword } from '../../people/entrance/person-proof.ts';
import { consolePath } from '../../vocabulary/links.ts';
import { type ConsoleForm, sendForm, sendProblem } from './console-form.tsx';
import { entranceWords, entrantOf, given, keepEntered, type Visit } from './console-visit.ts';

/** Redirects to the sign-in page, which then redirects back to the requested page. */
export function askToSignIn({ request, response, services }: Visit): void {
  if (signInTokenOf(request.headers, services)) forgetSignInToken(request, response, services);
  response.redirect(303, `${consolePath}/sign-in?to=${encodeURIComponent(request.originalUrl)}`);
}

/**
 * Carries what was typed, except passwords, through the sign-in. Until the sign-in succeeds, shows the sign-in form and
 * returns null.
 */
export async function returnAfterSignIn(visit: Visit, isPassword: (name: string) => boolean): Promise<Viewer | null> {
  const { services } = visit;
  const form = signInForm(visit, isPassword);
  if (given(visit, '_password') === '') {
    sendForm(visit, form);
    return null;
  }
  try {
    const credentials = { email: given(visit, '_email'), password: given(visit, '_password') };
    const entered = await signInWithPassword(services.database, credentials, entrantOf(visit));
    await keepEntered(visit, entered);
    return await services.authenticator.findSignedIn(entered.token);
  } catch (error) {
    sendProblem(visit, error, form);
    return null;
  }
}

function signInForm(visit: Visit, isPassword: (name: string) => boolean): ConsoleForm {
  const { signIn: words, fields } = entranceWords(visit);
  const typed = Object.entries((visit.request.body ?? {}) as Record<string, string | string[]>);
  return {
    title: words.title,
    lead: words.again,
    fields: [
      field(fields.email, '_email', { type: 'email', autocomplete: 'username', value: given(visit, '_email') }),
      field(fields.password, '_password', { type: 'password', autocomplete: 'current-password' }),
    ],
    kept: typed.flatMap(([name, value]) =>
      name === '_email' || name === '_password' || isPassword(name)
        ? []
        : [value].flat().map((one) => [name, one] as const),
    ),
    submit: words.submit,
  };
}
