import {
  coerceInputValue,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLInputType,
  getNullableType,
  getOperationAST,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { type InputError, Problem } from '../kernel/problem.ts';
import type { Context } from './context.ts';
import { inputProblem } from './errors.ts';
import { operations } from './operation.ts';

type Request = Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues'> & {
  contextValue?: unknown;
};
type Path = readonly (string | number)[];

const maxErrors = 50;

/** Further mistakes are not looked for if a list has more items than this. */
const maxFurther = 1000;

export function withVariableErrors<Data>(result: ExecutionResult<Data>, request: Request): ExecutionResult<Data> {
  if (!result.errors || result.data !== undefined) return result;
  const errors = variableErrors(request);
  return errors.length > 0 ? { ...result, errors } : result;
}

/** The message is the only place where GraphQL names the field, so coerce the variables again to get the path. */
function variableErrors({ schema, document, operationName, variableValues, ...request }: Request): GraphQLError[] {
  const { viewer } = (request.contextValue ?? {}) as Partial<Context>;
  const operation = getOperationAST(document, operationName);
  const errors = (operation?.variableDefinitions ?? []).flatMap((nodes) => {
    const type = typeFromAST(schema, nodes.type);
    const inputErrors = isInputType(type) ? inputErrorsOf(nodes, type, variableValues ?? {}) : [];
    // Beyond the limit, and for anonymous callers, converting all values again would cost too much.
    const mayHaveMore = viewer && inputErrors.length > 0 && inputErrors.length < maxErrors;
    if (isInputType(type) && mayHaveMore && nodes.variable.name.value === 'input') {
      const further = furtherInputErrors(operation, type, variableValues?.input, inputErrors);
      inputErrors.push(...further.slice(0, maxErrors - inputErrors.length));
    }
    return inputErrors.map((inputError) => {
      const originalError = new Problem('INVALID_INPUT', inputError.message, [inputError]);
      return new GraphQLError(inputError.message, { nodes, originalError });
    });
  });
  return errors.slice(0, maxErrors);
}

function inputErrorsOf(
  { variable, defaultValue }: VariableDefinitionNode,
  type: GraphQLInputType,
  values: Readonly<Record<string, unknown>>,
): InputError[] {
  const name = variable.name.value;
  const value = values[name];
  if (!Object.hasOwn(values, name)) {
    const message = `Variable "$${name}" of required type "${type}" was not provided.`;
    return isNonNullType(type) && !defaultValue ? [{ path: pathFrom(name), kind: 'missing', message }] : [];
  }
  if (value === null && isNonNullType(type)) {
    const message = `Variable "$${name}" of non-null type "${type}" must not be null.`;
    return [{ path: pathFrom(name), kind: 'invalid', message }];
  }
  return mistakesIn(value, type).map(({ path, kind, message }) => ({
    path: pathFrom(name, ...path),
    kind,
    message: `${name}${path.map(printed).join('')}: ${message}`,
  }));
}

/**
 * Returns the errors that the operation would find in the other fields, so that the caller learns of all mistakes at
 * once. Fields that cannot be converted are left out.
 */
function furtherInputErrors(
  node: OperationDefinitionNode | null | undefined,
  type: GraphQLInputType,
  given: unknown,
  known: readonly InputError[],
): InputError[] {
  // Converting and checking long lists once more would block the process.
  if (typeof given !== 'object' || hasLongList(given)) return [];
  const [selection, ...others] = node?.selectionSet.selections ?? [];
  const field = selection?.kind === Kind.FIELD && others.length === 0 ? selection : null;
  const isWholeInput = field?.arguments?.some(
    ({ name, value }) => name.value === 'input' && value.kind === Kind.VARIABLE && value.name.value === 'input',
  );
  const name = field && isWholeInput ? field.name.value : '';
  const declared = operations.get(name)?.input;
  const converted = coerceInputValue(given, type, () => undefined);
  const issues = declared?.safeParse(converted).error?.issues ?? [];
  const paths = known.map(({ path }) => path.join('.'));
  const isKnown = (at: string) =>
    paths.some((path) => path === at || path.startsWith(`${at}.`) || at.startsWith(`${path}.`));
  // An error that concerns several fields may be caused by a field that is left out.
  return inputProblem(issues, converted).inputErrors.filter(
    ({ path, oneOf }) => path.length > 0 && !oneOf && !isKnown(path.join('.')),
  );
}

/** Looks at every level, which is fast enough, because the number of objects in a body is limited. */
function hasLongList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value) && value.length > maxFurther) return true;
  return Object.values(value).some(hasLongList);
}

function pathFrom(...path: Path): Path {
  return path[0] === 'input' ? path.slice(1) : path;
}

const printed = (key: string | number) => (typeof key === 'number' ? `[${key}]` : `.${key}`);

interface Mistake {
  path: Path;
  kind: InputError['kind'];
  message: string;
}

const enough = new Error('the variables have more mistakes than are reported');

function mistakesIn(value: unknown, type: GraphQLInputType): Mistake[] {
  const mistakes: Mistake[] = [];
  const members = new Map<unknown, Iterator<Pick<Mistake, 'path' | 'kind'>>>();
  try {
    coerceInputValue(value, type, (at, given, { message }) => {
      if (mistakes.length === maxErrors) throw enough;
      const expected = typeAt(type, at);
      const refused = members.get(given) ?? refusedMembers(given, expected);
      members.set(given, refused);
      const { path, kind } = refused.next().value ?? { path: [], kind: 'invalid' };
      mistakes.push({ path: [...at, ...path], kind, message: withoutValue(given, expected) ?? message });
    });
  } catch (error) {
    if (error !== enough) throw error;
  }
  return mistakes;
}

function typeAt(type: GraphQLInputType, path: Path): GraphQLInputType {
  const nullable = getNullableType(type);
  const [key, ...rest] = path;
  // GraphQL accepts a single item in place of a list. Then the path has no index.
  if (isListType(nullable)) return typeAt(nullable.ofType, typeof key === 'number' ? rest : path);
  const field = isInputObjectType(nullable) && key !== undefined ? nullable.getFields()[key] : undefined;
  return field ? typeAt(field.type, rest) : nullable;
}

/** Yields refused members in GraphQL's order: missing fields first, then unknown ones. */
function* refusedMembers(given: unknown, type: GraphQLInputType): Generator<Pick<Mistake, 'path' | 'kind'>> {
  if (!isInputObjectType(type) || typeof given !== 'object' || given === null || Array.isArray(given)) return;
  const fields = type.getFields();
  for (const field of Object.values(fields))
    if (isRequiredInputField(field) && !(field.name in given)) yield { path: [field.name], kind: 'missing' };
  for (const name of Object.keys(given)) if (!fields[name]) yield { path: [name], kind: 'invalid' };
}

const problems: Record<string, (given: unknown) => string> = {
  Boolean: () => 'Boolean cannot represent a non boolean value',
  Float: () => 'Float cannot represent non numeric value',
  ID: () => 'ID cannot represent value',
  Int: (given) => `Int cannot represent non${Number.isInteger(given) ? ' 32-bit signed integer' : '-integer'} value`,
  String: () => 'String cannot represent a non string value',
};

/** Returns the error without the value, which may be a password. */
function withoutValue(given: unknown, type: GraphQLInputType): string | undefined {
  if (given === null) return undefined;
  return isScalarType(type) ? problems[type.name]?.(given) : undefined;
}
