import { type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql';
import type { Operation } from '../../src/api/operation.ts';
import { schema } from '../../src/main/registries/schema.ts';
import { pathsOf, schemaAt, validValue, withValue } from '../support/arbitraries.ts';
import { accepts, variablesFor } from './documents.ts';
import { words } from './things.ts';

type Input = Record<string, unknown>;

/** The names of fields that search, and a text that much begins with. */
const searching = new Set(['keyword', 'search', 'text', 'query', 'name']);

/** Returns inputs that let an operation read as much as it can: far pages, wide searches, and each filter on its own. */
export function heavyInputs(operation: Operation, input: Input): Input[] {
  const { input: shape } = operation;
  const paths = pathsOf(shape).filter((path) => path.length > 1 || !((path[0] as string) in input));
  const given = paths.flatMap((path) => {
    const name = path.at(-1) ?? '';
    const value = searching.has(name) ? 'a' : validValue(schemaAt(shape, path), [...words, ...textsIn(input)]);
    return [withValue(input, path, value)];
  });
  const far = 'page' in shape.shape ? [withValue(input, ['page'], 9990), withValue(input, ['page'], 900)] : [];
  return [...far, input, ...given].filter((one) => accepts(operation, one));
}

function textsIn(input: Input): string[] {
  return Object.values(input).filter((value) => typeof value === 'string');
}

interface Request {
  query: string;
  variables: Input;
}

/** Returns a document that calls the operation many times at once, each time with the next of the inputs. */
export function manyCalls(operation: Operation, inputs: readonly Input[], times: number, depth: number): Request {
  const { kind, name } = operation;
  const root = kind === 'mutation' ? schema.getMutationType() : schema.getQueryType();
  const field = (root as GraphQLObjectType).getFields()[name];
  if (!field) throw new Error(`the schema has no ${kind} ${name}`);
  const selection = selectionOf(field.type, depth);
  const variables: Input = {};
  const definitions: string[] = [];
  const calls = Array.from({ length: times }, (_, index) => {
    const given = Object.entries(variablesFor(operation, inputs[index % inputs.length] ?? {}));
    const own = given.map(([argument, value]) => {
      const type = field.args.find((one) => one.name === argument)?.type;
      definitions.push(`$${argument}${index}: ${type}`);
      variables[`${argument}${index}`] = value;
      return `${argument}: $${argument}${index}`;
    });
    return `r${index}: ${name}${own.length > 0 ? `(${own.join(', ')})` : ''} ${selection}`;
  });
  const head = definitions.length > 0 ? `(${definitions.join(', ')})` : '';
  return { query: `${kind} ${head} { ${calls.join(' ')} }`, variables };
}

/** Selects all values down to a depth. */
function selectionOf(type: unknown, depth: number): string {
  const named = getNamedType(type as GraphQLObjectType);
  if (!isObjectType(named)) return isLeafType(named) ? '' : '{ __typename }';
  const fields = Object.values(named.getFields()).flatMap((field) => {
    if (field.args.some(({ type: of }) => String(of).endsWith('!'))) return [];
    if (isLeafType(getNamedType(field.type))) return [field.name];
    const inner = depth > 1 ? selectionOf(field.type, depth - 1) : '';
    return inner ? [`${field.name} ${inner}`] : [];
  });
  return `{ ${fields.length > 0 ? fields.join(' ') : '__typename'} }`;
}
