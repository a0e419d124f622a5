interface Attributes {
  type: 'text' | 'email' | 'password';
  autocomplete: 'username' | 'current-password' | 'new-password' | 'name';
  value?: string;
  required?: boolean;
  minlength?: number;
  maxlength?: number;
}

/** Returns a field whose input is required unless `attributes` override it. */
export function field(label: string, name: string, attributes: Attributes) {
  const input: object = { name, required: true, maxlength: 254, ...attributes };
  return (
    <label class="field">
      <span>{label}</span>
      <input {...input} />
    </label>
  );
}
