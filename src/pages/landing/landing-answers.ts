import type { LandingField, LandingFieldKind, LandingPage } from '../../coupons/landing-page/landing-page.ts';
import { deliverable, longestAddress, oneLine } from '../../kernel/values/email-address.ts';
import { e164 } from '../../kernel/values/phone-number.ts';
import { withoutEdges } from '../../kernel/values/without-edges.ts';
import type { SessionAnswers } from '../../sessions/landing/landing-submission.ts';
import { dictionaries, type Language } from '../../words/languages.ts';

interface Place {
  /** The name of the form field and of the property of the session. */
  name: keyof SessionAnswers;
  maxLength: number;
  type: 'text' | 'email' | 'tel';
  autocomplete: string;
}

const custom = (number: 1 | 2 | 3 | 4 | 5 | 6 | 7): Place => ({
  ...{ name: `customField${number}`, maxLength: 50, type: 'text', autocomplete: 'off' },
});

/** The property of the session that holds each answer, and its maximum length. */
export const places: Record<LandingFieldKind, Place> = {
  FIRST_NAME: { name: 'firstName', maxLength: 100, type: 'text', autocomplete: 'given-name' },
  LAST_NAME: { name: 'lastName', maxLength: 100, type: 'text', autocomplete: 'family-name' },
  EMAIL: { name: 'email', maxLength: longestAddress, type: 'email', autocomplete: 'email' },
  PHONE: { name: 'phone', maxLength: 50, type: 'tel', autocomplete: 'tel' },
  CUSTOM_FIELD_1: custom(1),
  CUSTOM_FIELD_2: custom(2),
  CUSTOM_FIELD_3: custom(3),
  CUSTOM_FIELD_4: custom(4),
  CUSTOM_FIELD_5: custom(5),
  CUSTOM_FIELD_6: custom(6),
  CUSTOM_FIELD_7: custom(7),
};

/** A field that is hidden from people. */
export const trapName = 'website';
export const consentName = 'consent';

/** An attempt: what was typed, which the form keeps, and the messages about it. */
export interface Attempt {
  typed: Readonly<Record<string, string>>;
  problems: Readonly<Record<string, string>>;
  answers: SessionAnswers;
  labelled: Record<string, string>;
}

/** Returns the label in the language of the visitor. The recipients of the answers get it in English. */
export function labelOf({ kind, label }: LandingField, language: Language): string {
  const labels: Partial<Record<LandingFieldKind, string>> = dictionaries[language].landingPage.labels;
  return label ?? labels[kind] ?? '';
}

export function readAnswers(
  page: Pick<LandingPage, 'fields' | 'consent'>,
  body: Readonly<Record<string, unknown>>,
  language: Language,
): Attempt {
  const words = dictionaries[language].landingPage;
  // A label may be any text, even `__proto__`, so `labelled` has no prototype.
  const attempt = { typed: {}, problems: {}, answers: {}, labelled: Object.create(null) } as {
    [Part in keyof Attempt]: Record<string, string>;
  };
  for (const field of page.fields) {
    const { name, maxLength } = places[field.kind];
    const text = textIn(body, name);
    attempt.typed[name] = text.slice(0, maxLength * 2);
    const read = text === '' ? { text } : checked(field.kind, text);
    if (text === '' && field.required) attempt.problems[name] = words.missing;
    else if (text.length > maxLength) attempt.problems[name] = words.tooLong(maxLength);
    else if (read === null) attempt.problems[name] = field.kind === 'EMAIL' ? words.noEmail : words.noPhone;
    else if (text !== '') {
      attempt.answers[name] = read.text;
      attempt.labelled[labelOf(field, 'en')] = read.text;
    }
  }
  attempt.typed[consentName] = textIn(body, consentName);
  if (page.consent && attempt.typed[consentName] === '') attempt.problems[consentName] = words.noConsent;
  if (textIn(body, trapName) !== '') attempt.problems[trapName] = words.trapped;
  return attempt;
}

/** Returns the text in stored form, or null if it is not valid for the field. */
function checked(kind: LandingFieldKind, text: string): { text: string } | null {
  if (kind !== 'EMAIL' && kind !== 'PHONE') return { text };
  const known = kind === 'EMAIL' ? deliverable(withoutEdges(text)) : e164(text);
  return known === null ? null : { text: known };
}

function textIn(body: Readonly<Record<string, unknown>>, name: string): string {
  const given = Object.hasOwn(body, name) ? body[name] : '';
  const last = Array.isArray(given) ? given.at(-1) : given;
  return typeof last === 'string' ? oneLine(last) : '';
}
