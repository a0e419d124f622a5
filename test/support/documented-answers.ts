import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Answer, document, jsonOf } from '../rest/openapi-document.ts';

type Schema = Record<string, unknown>;

const ajv = new Ajv2020({ strict: false });
const validators = new Map<unknown, ValidateFunction>();

const operations = Object.entries(document.paths).map(([path, methods]) => ({
  shape: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  parameters: path.split('{').length,
  methods: methods as unknown as Record<string, { responses: Record<string, Answer> }>,
}));

/** Throws if a documented path returned what the OpenAPI document does not describe. */
export function requireDocumented(method: string, target: string, status: number, body: unknown): void {
  const responses = responsesOf(method, target);
  if (!responses) return;
  const name = `${method} ${target}, HTTP ${status}`;
  const answer = responses[status];
  if (!answer) throw new Error(`${name} is not documented`);
  const content = jsonOf(resolved(answer));
  if (!content) return;
  const { errors } = validated(content.schema as unknown as Schema, body);
  if (errors) throw new Error(`${name} is not as documented: ${ajv.errorsText(errors)} in ${JSON.stringify(body)}`);
  const unknown = codesIn(body).filter((code) => !Object.hasOwn(content.examples ?? {}, code));
  if (unknown.length > 0) throw new Error(`${name} does not document the codes ${unknown}`);
}

function responsesOf(method: string, target: string): Record<string, Answer> | undefined {
  const [path = ''] = target.split('?', 1);
  const [found] = operations
    .filter(({ shape }) => shape.test(path))
    .sort((one, other) => one.parameters - other.parameters);
  return found?.methods[method.toLowerCase()]?.responses;
}

function resolved(answer: Answer): Answer {
  const name = answer.$ref?.split('/').at(-1) ?? '';
  return (document.components.responses as unknown as Record<string, Answer>)[name] ?? answer;
}

function validated(schema: Schema, body: unknown): ValidateFunction {
  const validate =
    validators.get(schema) ?? ajv.compile(closed(schema.$ref ? document.components.schemas.Failure : schema));
  validators.set(schema, validate);
  validate(body);
  return validate;
}

/** Returns the schema without room for undocumented properties. */
function closed(schema: unknown): Schema {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema as Schema;
  const { properties, items, ...others } = schema as { properties?: Schema; items?: unknown };
  return {
    ...others,
    ...(items !== undefined && { items: closed(items) }),
    ...(properties && {
      additionalProperties: false,
      properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, closed(inner)])),
    }),
  };
}

function codesIn(body: unknown): number[] {
  return (body as { status?: { errors?: { error_code?: number[] } } } | null)?.status?.errors?.error_code ?? [];
}
