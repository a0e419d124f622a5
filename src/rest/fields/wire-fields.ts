import { fieldsOnWire, type WireNames } from '../../representations/wire-values.ts';
import { type Field, phone, text } from '../adapter/field.ts';

const examples: Record<string, string> = {
  ...{ first_name: 'Ada', firstname: 'Ada', last_name: 'Lovelace', lastname: 'Lovelace' },
  ...{ email: 'ada@example.com', birth_date: '1990-12-10' },
  ...{ address: 'Mill Lane 7', zip: '10115', city: 'Berlin' },
};

type Table = Parameters<typeof fieldsOnWire>[0];

/** Returns a field for each field of a noun that has a name on the wire. `place` is the prefix of the arguments. */
export function nounFields<Of extends Table>(table: Of, place = ''): Record<WireNames<Of>, Field> {
  const fields = Object.fromEntries(
    fieldsOnWire(table).map(({ wire, name, field: { kind, length, label, use } }) => {
      const common = { argument: place + name, description: `${label}${use.detail ?? ''}.` };
      if (kind === 'phone') return [wire, phone(common)];
      const example = examples[wire] ?? 'rye';
      if (kind === 'date') return [wire, text({ ...common, invalid: 303, example })];
      return [wire, text({ ...common, invalid: kind === 'email' ? 305 : 300, maxLength: length, example })];
    }),
  );
  return fields as Record<WireNames<Of>, Field>;
}
