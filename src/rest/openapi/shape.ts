type Kind = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

const localTime = '\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}';
const wholeTime = new RegExp(`^${localTime}$`);

/**
 * Returns the JSON schema of a place, from its values in all samples. Samples differ only in enums, booleans, absent
 * values and texts of the request. So a single word that differs is an enum.
 */
export function shapeOf(values: readonly unknown[]): object {
  const kinds = Map.groupBy(values, kindOf);
  const [type, ...others] = kinds.keys();
  return {
    ...(type && { type: others.length > 0 ? [type, ...others] : type }),
    ...objectShape((kinds.get('object') ?? []) as Record<string, unknown>[]),
    ...arrayShape((kinds.get('array') ?? []) as unknown[][]),
    ...textShape((kinds.get('string') ?? []) as string[], kinds.has('null')),
  };
}

function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : (typeof value as Kind);
}

function objectShape(objects: readonly Record<string, unknown>[]): object {
  if (objects.length === 0) return {};
  const names = new Set(objects.flatMap((object) => Object.keys(object)));
  const seen = (name: string) => objects.filter((object) => Object.hasOwn(object, name));
  return {
    properties: Object.fromEntries([...names].map((name) => [name, shapeOf(seen(name).map((object) => object[name]))])),
    required: [...names].filter((name) => seen(name).length === objects.length),
  };
}

function arrayShape(arrays: readonly unknown[][]): object {
  return arrays.length === 0 ? {} : { items: shapeOf(arrays.flat()) };
}

function textShape(texts: readonly string[], nullable: boolean): object {
  const words = [...new Set(texts)];
  const given = words.filter(Boolean);
  if (given.length > 0 && given.every((word) => wholeTime.test(word))) {
    const pattern = words.includes('') ? `^(${localTime})?$` : `^${localTime}$`;
    return { pattern, description: `\`yyyy-MM-dd HH:mm:ss\` in UTC${words.includes('') ? ', or empty' : ''}.` };
  }
  if (given.length < 2 || !given.every((word) => /^\w+$/.test(word))) return {};
  return { enum: [...words.sort(), ...(nullable ? [null] : [])] };
}
