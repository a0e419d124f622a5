import { beforeAll, expect, inject, test } from 'vitest';
import type { Field, Kind } from '../../src/console/frame/screen-field.ts';
import { makeThings } from '../generated/things.ts';
import { useApp } from '../support/app.ts';
import { ConsoleVisitor } from '../support/console-visitor.ts';
import { addressFor, forms, right, tooMuch, wrong } from './form-values.ts';
import { shownForm } from './shown-form.ts';

const app = useApp();
let visitor: ConsoleVisitor;
let things: Record<string, string>;

beforeAll(async () => {
  const { owner } = await app.client();
  things = await makeThings(app.database, owner);
  visitor = await ConsoleVisitor.of(app, owner);
});

const isThorough = inject('isThorough');
const texts: readonly Kind[] = ['text', 'email', 'tel', 'url', 'textarea', 'password'];

/** Forms for things of which the account has none, or in a state that they do not have. */
const absent = ['changeFolder', 'purchase', 'renameTag', 'link', 'change', 'savePhone'];

/** Fields that take any value, belong to a question that is not asked, or are kept for the next step. */
const takesAnything =
  /^((stamps|adjust|redeem|use|validate|hold) location|save (ask|label)_(\w+_NAME|EMAIL|PHONE)|check message)$/;

const hasWrongValues = ({ kind }: Field) => kind !== 'hidden' && kind !== 'checkbox';
const filled = forms.filter(({ form: { fields } }) => Object.values(fields).some(hasWrongValues));

test.each(filled)('the form $name of $path marks a field that is refused', async ({ screen, name, form }) => {
  const address = addressFor(screen, name, things).replace('/console', '');
  const shown = shownForm(await visitor.read(address), name);
  expect(shown === null, `${address} has no form ${name}`).toBe(absent.includes(name));
  if (!shown) return;
  const values = valuesOf(shown.values, form.fields);

  for (const [field, declared] of Object.entries(form.fields)) {
    if (!hasWrongValues(declared) || takesAnything.test(`${name} ${field}`)) continue;
    for (const value of wrongValues(declared)) {
      const { status, text } = await visitor.post(address, name, { ...values, [field]: value });

      expect([status, shownForm(text, name)?.marked[field]], `${field}: ${value.slice(0, 40)}`).toEqual([
        422,
        expect.stringMatching(/^\p{Lu}.*[.?]$/su),
      ]);
    }
  }
});

/** Returns what the form shows, with every needed field filled and every box ticked. */
function valuesOf({ _form, _once, ...shown }: Record<string, string>, fields: Record<string, Field>) {
  const values = { ...shown };
  for (const [name, { kind, required, min = 1 }] of Object.entries(fields)) {
    if (kind === 'checkbox') values[name] = 'on';
    else if (required) values[name] ??= right[kind] ?? String(min);
  }
  return values;
}

function wrongValues(field: Field): string[] {
  if (!texts.includes(field.kind)) return [field.kind === 'select' ? 'nonsense' : wrong[field.kind]];
  const tooLong = tooMuch(field);
  return isThorough && field.required && field.kind !== 'password' ? [tooLong, ' '] : [tooLong];
}
