import type { Response } from 'express';
import { type ComponentChild, h } from 'preact';
import { consolePath } from '../../../kernel/values/links.ts';
import { type EntranceRefusal, EntranceRefused } from '../../../people/entrance/person-proof.ts';
import { passwordLength } from '../../../people/person/person.inputs.ts';
import { field } from '../../pages/public/form-field.ts';
import { sendMessage, sendPage } from '../../pages/public/site.ts';

/** A page with one form, which is sent to its own address. */
export interface ConsoleForm {
  title: string;
  /** What the form does. */
  lead?: string | undefined;
  fields: ComponentChild[];
  submit: string;
  /** Values that the form carries on. */
  kept?: readonly (readonly [name: string, value: string])[];
  /** A link below the form. */
  link?: { name: string; href: string };
}

/** Sends a form, with the reason for which it was refused. */
export function sendForm(response: Response, form: ConsoleForm, refused?: { status: number; notice: string }): void {
  const { title, lead, fields, kept = [], submit, link } = form;
  sendPage(response, {
    title,
    home: { name: 'Console', href: consolePath },
    ...(refused && { status: refused.status }),
    main: h(
      'div',
      { class: 'width plain' },
      h('h1', null, title),
      refused && h('div', { class: 'note bad', role: 'alert' }, h('p', null, refused.notice)),
      h(
        'section',
        { class: 'sign-in', 'aria-label': title },
        lead && h('p', { class: 'hint' }, lead),
        h(
          'form',
          { method: 'post' },
          kept.map(hidden),
          fields,
          h('button', { class: 'button', type: 'submit' }, submit),
        ),
        link && h('p', null, h('a', { href: link.href }, link.name)),
      ),
    ),
  });
}

function hidden([name, value]: readonly [string, string]): ComponentChild {
  return h('input', { type: 'hidden', name, value });
}

export const emailField = (value = '') =>
  field('Email address', 'email', { type: 'email', autocomplete: 'username', value });

export const nameField = (value = '') =>
  field('Your name (optional)', 'name', {
    ...{ type: 'text', autocomplete: 'name', value, required: false, maxlength: 100 },
  });

export const passwordField = () =>
  field('Password', 'password', { type: 'password', autocomplete: 'current-password', maxlength: passwordLength.most });

export const newPasswordField = () =>
  field(`Password, at least ${passwordLength.least} characters`, 'password', {
    ...{ type: 'password', autocomplete: 'new-password' },
    ...{ minlength: passwordLength.least, maxlength: passwordLength.most },
  });

/** Returns why a new password is not possible, or null. */
export function complaintAbout(password: string): string | null {
  const { least, most } = passwordLength;
  return password.length < least || password.length > most
    ? `The password must have ${least} to ${most} characters.`
    : null;
}

const refusals: Record<EntranceRefusal, [status: number, notice: string]> = {
  UNKNOWN: [403, 'This link is not valid.'],
  USED: [410, 'This link has already been used. Each link works once.'],
  EXPIRED: [410, 'This link has expired.'],
  WRONG: [403, 'The email address or the password is wrong.'],
  TOO_MANY: [429, 'Too many attempts. Please try again in 15 minutes.'],
  FULL: [409, 'The account already has the maximum number of people.'],
};

/** Shows why somebody was refused: above the form, if another attempt may succeed. Throws other errors again. */
export function sendRefusal(response: Response, error: unknown, form: ConsoleForm): void {
  if (!(error instanceof EntranceRefused)) throw error;
  const [status, notice] = refusals[error.refusal];
  if (error.refusal === 'TOO_MANY') response.set('Retry-After', '900');
  const mayTryAgain = error.refusal === 'WRONG' || error.refusal === 'TOO_MANY';
  const advice = 'Please ask for a new link, or sign in with your password.';
  if (mayTryAgain) sendForm(response, form, { status, notice });
  else sendMessage(response, status, 'This does not work', notice, advice);
}
