import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getOperationAST,
  getVariableValues,
  isInterfaceType,
  isLeafType,
  isObjectType,
  parse,
  type VariableDefinitionNode,
} from 'graphql';
import type { Operation } from '../../src/api/operation.ts';
import { schema } from '../../src/main/registries/schema.ts';
import { toJson } from '../support/arbitraries.ts';

/** Returns a document that calls the operation and selects its result. The variables are named like the arguments. */
export function documentFor(operation: Operation): string {
  const document = documents.get(operation) ?? newDocumentFor(operation);
  documents.set(operation, document);
  return document;
}

const documents = new Map<Operation, string>();

function newDocumentFor({ kind, name }: Operation): string {
  const root = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }[kind];
  const field = (root as GraphQLObjectType).getFields()[name];
  if (!field) throw new Error(`the schema has no ${kind} ${name}`);
  const variables = field.args.map((argument) => `$${argument.name}: ${argument.type}`).join(', ');
  const given = field.args.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  return `${kind} ${variables && `(${variables})`} { result: ${name} ${given && `(${given})`} ${selectionOf(field.type, 3)} }`;
}

/** Returns the variables of this document for an input of the operation. */
export function variablesFor({ kind }: Operation, input: object): object {
  return kind === 'mutation' ? { input } : input;
}

/** Returns whether both GraphQL and the zod schema of the operation accept the input. */
export function accepts(operation: Operation, input: object): boolean {
  const arrived = arriving(operation, input);
  return arrived !== undefined && operation.input.safeParse(arrived).success;
}

/** Returns the input as GraphQL passes it to the operation, or undefined if GraphQL refuses the input. */
export function arriving(operation: Operation, input: object): unknown {
  const sent = JSON.parse(toJson(variablesFor(operation, input)));
  const { coerced } = getVariableValues(schema, variablesOf(operation), sent, { maxErrors: 0, hideSuggestions: true });
  return operation.kind === 'mutation' ? coerced?.input : coerced;
}

function variablesOf(operation: Operation): readonly VariableDefinitionNode[] {
  const known = variables.get(operation) ?? getOperationAST(parse(documentFor(operation)))?.variableDefinitions ?? [];
  variables.set(operation, known);
  return known;
}

const variables = new Map<Operation, readonly VariableDefinitionNode[]>();

function selectionOf(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isObjectType(named) && !isInterfaceType(named)) return '';
  const fields = Object.values(named.getFields()).flatMap((field) => {
    if (isLeafType(getNamedType(field.type))) return field.name;
    const selection = depth > 1 ? selectionOf(field.type, depth - 1) : '';
    return selection ? `${field.name} ${selection}` : [];
  });
  return fields.length > 0 ? `{ ${fields.join(' ')} }` : '';
}
