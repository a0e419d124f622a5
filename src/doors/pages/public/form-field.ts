import { type ComponentChild, h } from 'preact';

/** Returns a labelled input of a sign-in form. */
export function field(
  label: string,
  name: string,
  attributes: { type: string; autocomplete: 'username' | 'current-password'; value?: string },
): ComponentChild {
  return h(
    'label',
    { class: 'field' },
    h('span', null, label),
    h('input', { name, required: true, maxlength: 254, ...attributes }),
  );
}
