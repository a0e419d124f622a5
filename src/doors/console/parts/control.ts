import { type ComponentChildren, h } from 'preact';
import type { Page } from '../frame/page.ts';
import type { Field } from '../frame/screen-field.ts';

interface Given {
  page: Page;
  field: Field;
  name: string;
  id: string;
  /** What the control contains: several for `checks`. */
  texts: readonly string[];
  data: unknown;
  problems: readonly string[];
}

/** Returns a labelled control with its hint and its problems. */
export function controlOf(given: Given): ComponentChildren {
  const { page, field, name, id, texts, problems } = given;
  if (field.kind === 'hidden') return h('input', { type: 'hidden', name, value: texts[0] ?? '' });
  const label = field.label?.(page.words) ?? name;
  const hint = field.hint?.(page.words);
  const described = [hint && `${id}-hint`, problems.length > 0 && `${id}-problem`].filter(Boolean).join(' ');
  const attributes = {
    id,
    name,
    required: field.required ?? false,
    ...(described && { 'aria-describedby': described }),
    ...(problems.length > 0 && { 'aria-invalid': true }),
  };
  const below = [
    hint && h('small', { class: 'hint', id: `${id}-hint` }, hint),
    problems.length > 0 && h('small', { class: 'problem', id: `${id}-problem`, role: 'alert' }, problems.join(' ')),
  ];
  if (field.kind === 'checkbox') {
    const box = h('input', { ...attributes, type: 'checkbox', value: 'on', checked: texts.includes('on') });
    return h('div', { class: 'field check' }, h('label', null, box, h('span', null, label)), below);
  }
  if (field.kind === 'checks')
    return h('fieldset', { class: 'field' }, h('legend', null, label), boxesOf(given), below);
  const optional =
    !field.required && !field.either && h('small', { class: 'optional' }, ` ${page.words.frame.optional}`);
  return h(
    'div',
    { class: `field ${field.kind}` },
    h('label', { for: id }, label, optional),
    inputOf(given, attributes),
    below,
  );
}

function boxesOf({ page, field, name, texts, data }: Given): ComponentChildren {
  return field
    .options?.(page.words, data as never)
    .map(([value, label]) =>
      h(
        'label',
        { key: value, class: 'check' },
        h('input', { type: 'checkbox', name, value, checked: texts.includes(value) }),
        h('span', null, label),
      ),
    );
}

function inputOf({ page, field, texts, data }: Given, attributes: object): ComponentChildren {
  const { kind, most, min, max, placeholder, autocomplete, focus, upload } = field;
  // A password is not sent back to the browser, so it has to be typed again.
  const value = kind === 'password' ? '' : (texts[0] ?? '');
  const common = { ...attributes, ...(focus && { autofocus: true }) };
  if (kind === 'select') {
    const options = field.options?.(page.words, data as never) ?? [];
    const empty = !field.required && !options.some(([option]) => option === '');
    return h(
      'select',
      common,
      empty && h('option', { value: '' }, '–'),
      options.map(([option, label]) => h('option', { key: option, value: option, selected: option === value }, label)),
    );
  }
  if (kind === 'textarea' || kind === 'lines') {
    const file = upload && { 'data-upload': upload.accept, 'data-upload-label': upload.label(page.words) };
    return h('textarea', { ...common, ...file, rows: kind === 'lines' ? 6 : 4, maxlength: most, placeholder }, value);
  }
  // The types of preact want one type of input, not one of several.
  const input: object = {
    ...common,
    type: inputTypes[kind] ?? kind,
    value,
    maxlength: most,
    min,
    max,
    placeholder,
    autocomplete: autocomplete ?? 'off',
    ...(kind === 'decimal' || kind === 'float' ? { inputmode: 'decimal' } : {}),
  };
  return h('input', input);
}

const inputTypes: Partial<Record<Field['kind'], string>> = {
  moment: 'datetime-local',
  local: 'datetime-local',
  decimal: 'text',
  float: 'text',
};
