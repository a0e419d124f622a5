import type { Page } from '../frame/page.ts';
import type { Field } from '../frame/screen-field.ts';

interface ControlInput {
  page: Page;
  field: Field;
  name: string;
  id: string;
  /** The values of `checks`, of which there may be several. */
  texts: readonly string[];
  data: unknown;
  problems: readonly string[];
}

export function controlOf(given: ControlInput) {
  const { page, field, name, id, texts, problems } = given;
  if (field.kind === 'hidden') return <input type="hidden" name={name} value={texts[0] ?? ''} />;
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
    hint && (
      <small class="hint" id={`${id}-hint`}>
        {hint}
      </small>
    ),
    problems.length > 0 && (
      <small class="problem" id={`${id}-problem`} role="alert">
        {problems.join(' ')}
      </small>
    ),
  ];
  if (field.kind === 'checkbox') {
    const box = <input {...attributes} type="checkbox" value="on" checked={texts.includes('on')} />;
    return (
      <div class="field check">
        <label>
          {box}
          <span>{label}</span>
        </label>
        {below}
      </div>
    );
  }
  if (field.kind === 'checks')
    return (
      <fieldset class="field">
        <legend>{label}</legend>
        {boxesOf(given)}
        {below}
      </fieldset>
    );
  const optional = !field.required && !field.either && (
    <small class="optional">{` ${page.words.frame.optional}`}</small>
  );
  return (
    <div class={`field ${field.kind}`}>
      <label for={id}>
        {label}
        {optional}
      </label>
      {inputOf(given, attributes)}
      {below}
    </div>
  );
}

function boxesOf({ page, field, name, texts, data }: ControlInput) {
  return field.options?.(page.words, data).map(([value, label]) => (
    <label class="check">
      <input type="checkbox" name={name} value={value} checked={texts.includes(value)} />
      <span>{label}</span>
    </label>
  ));
}

function inputOf({ page, field, texts, data }: ControlInput, attributes: object) {
  const { kind, maxLength, min, max, placeholder, autocomplete, focus, upload } = field;
  // A password is not sent back to the browser, so it has to be typed again.
  const value = kind === 'password' ? '' : (texts[0] ?? '');
  const common = { ...attributes, ...(focus && { autofocus: true }) };
  if (kind === 'select') {
    const options = field.options?.(page.words, data) ?? [];
    const empty = !field.required && !options.some(([option]) => option === '');
    return (
      <select {...common}>
        {empty && <option value="">–</option>}
        {options.map(([option, label]) => (
          <option value={option} selected={option === value}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'textarea' || kind === 'lines') {
    const file = upload && { 'data-upload': upload.accept, 'data-upload-label': upload.label(page.words) };
    return (
      <textarea {...common} {...file} rows={kind === 'lines' ? 6 : 4} maxlength={maxLength} placeholder={placeholder}>
        {value}
      </textarea>
    );
  }
  // Preact's types accept one type of input here, not one of several.
  const input: object = {
    ...common,
    type: inputTypes[kind] ?? kind,
    value,
    maxlength: maxLength,
    min,
    max,
    placeholder,
    autocomplete: autocomplete ?? 'off',
    ...(kind === 'decimal' || kind === 'float' ? { inputmode: 'decimal' } : {}),
  };
  return <input {...input} />;
}

const inputTypes: Partial<Record<Field['kind'], string>> = {
  moment: 'datetime-local',
  local: 'datetime-local',
  decimal: 'text',
  float: 'text',
};
