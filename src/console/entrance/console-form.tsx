import type { ComponentChild } from 'preact';
import { field } from '../../pages/public/form-field.tsx';
import { sendPage } from '../../pages/public/site.tsx';
import { EntranceError, type EntranceProblem } from '../../people/entrance/person-proof.ts';
import { passwordLength } from '../../people/person/person.inputs.ts';
import { consolePath } from '../../vocabulary/links.ts';
import type { Words } from '../../words/languages.ts';
import { languageOf } from '../frame/language.ts';
import { entranceWords, say, type Visit } from './console-visit.ts';

/** A page with one form, which it sends to its own address. */
export interface ConsoleForm {
  title: string;
  lead?: string | undefined;
  fields: ComponentChild[];
  submit: string;
  /** Values that the form sends along unchanged. */
  kept?: readonly (readonly [name: string, value: string])[];
  link?: { name: string; href: string };
}

export function sendForm(visit: Visit, form: ConsoleForm, refused?: { status: number; notice: string }): void {
  const { title, lead, fields, kept = [], submit, link } = form;
  sendPage(visit.response, {
    title,
    language: languageOf(visit.request),
    home: { name: entranceWords(visit).home, href: consolePath },
    ...(refused && { status: refused.status }),
    main: (
      <div class="width plain">
        <h1>{title}</h1>
        {refused && (
          <div class="note bad" role="alert">
            <p>{refused.notice}</p>
          </div>
        )}
        <section class="sign-in" aria-label={title}>
          {lead && <p class="hint">{lead}</p>}
          <form method="post">
            {kept.map(hidden)}
            {fields}
            <button class="button" type="submit">
              {submit}
            </button>
          </form>
          {link && (
            <p>
              <a href={link.href}>{link.name}</a>
            </p>
          )}
        </section>
      </div>
    ),
  });
}

function hidden([name, value]: readonly [string, string]) {
  return <input type="hidden" name={name} value={value} />;
}

type Labels = Words['entrance']['fields'];

export const emailField = (labels: Labels, value = '') =>
  field(labels.email, 'email', { type: 'email', autocomplete: 'username', value });

export const nameField = (labels: Labels, value = '') =>
  field(labels.name, 'name', {
    ...{ type: 'text', autocomplete: 'name', value, required: false, maxlength: 100 },
  });

export const passwordField = (labels: Labels) =>
  field(labels.password, 'password', {
    type: 'password',
    autocomplete: 'current-password',
    maxlength: passwordLength.max,
  });

export const newPasswordField = (labels: Labels) =>
  field(labels.newPassword(passwordLength.min), 'password', {
    ...{ type: 'password', autocomplete: 'new-password' },
    ...{ minlength: passwordLength.min, maxlength: passwordLength.max },
  });

export function complaintAbout(password: string, words: Words['entrance']): string | null {
  const { min, max } = passwordLength;
  return password.length < min || password.length > max ? words.wrongLength(min, max) : null;
}

const statuses: Record<EntranceProblem, number> = {
  UNKNOWN: 403,
  USED: 410,
  EXPIRED: 410,
  WRONG: 403,
  GUESSABLE: 422,
  TOO_MANY: 429,
  FULL: 409,
};

/**
 * Shows why a person was refused. If another attempt may succeed, the reason appears above the form. Rethrows other
 * errors.
 */
export function sendProblem(visit: Visit, error: unknown, form: ConsoleForm): void {
  if (!(error instanceof EntranceError)) throw error;
  const { problems, refused } = entranceWords(visit);
  const [status, notice] = [statuses[error.problem], problems[error.problem]];
  if (error.problem === 'TOO_MANY') visit.response.set('Retry-After', '900');
  const mayTryAgain = ['WRONG', 'GUESSABLE', 'TOO_MANY'].includes(error.problem);
  if (mayTryAgain) sendForm(visit, form, { status, notice });
  else say(visit, status, refused.title, notice, refused.advice);
}
