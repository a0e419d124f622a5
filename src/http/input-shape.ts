import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  Kind,
  typeFromAST,
} from 'graphql';
import type { InputShape } from '../accounts/requests/request-recorder.ts';

const scalars: Record<string, InputShape> = {
  ID: { kind: 'ID' },
  DateTime: { kind: 'TIME' },
  Boolean: { kind: 'WORD', words: [true, false] },
  ...Object.fromEntries(['Int', 'Float', 'BigInt', 'Decimal'].map((name) => [name, { kind: 'NUMBER' } as const])),
};

const shapes = new WeakMap<object, InputShape>();

function shapeOfType(given: GraphQLInputType): InputShape {
  const type = getNamedType(given);
  const known = shapes.get(type);
  if (known) return known;
  if (isEnumType(type)) return kept(type, { kind: 'WORD', words: type.getValues().map(({ name }) => name) });
  if (!isInputObjectType(type)) return scalars[type.name] ?? { kind: 'TEXT' };
  const fields: Record<string, InputShape> = {};
  // Store the shape before its fields are known, because a type may contain itself.
  const shape = kept(type, { kind: 'OBJECT', fields });
  for (const [name, field] of Object.entries(type.getFields())) fields[name] = shapeOfType(field.type);
  return shape;
}

function kept(type: object, shape: InputShape): InputShape {
  shapes.set(type, shape);
  return shape;
}

export function shapeOfRequest(executed?: { schema: GraphQLSchema; document: DocumentNode }): InputShape {
  const query: InputShape = { kind: 'DOCUMENT', isValid: executed !== undefined };
  const variables: InputShape = { kind: 'OBJECT', fields: executed ? variablesOf(executed) : {} };
  return { kind: 'OBJECT', fields: { query, variables } };
}

function variablesOf({ schema, document }: { schema: GraphQLSchema; document: DocumentNode }) {
  const variables = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
  );
  const shapes = variables.flatMap(({ variable, type }): [string, InputShape][] => {
    const found = typeFromAST(schema, type) as GraphQLInputType | undefined;
    return found ? [[variable.name.value, shapeOfType(found)]] : [];
  });
  return Object.fromEntries(shapes);
}

export function shapeOfArgument(schema: GraphQLSchema, operation: string, path: readonly string[]): InputShape {
  const query = schema.getQueryType()?.getFields()[operation];
  const { args = [] } = query ?? schema.getMutationType()?.getFields()[operation] ?? {};
  const fields = Object.fromEntries(args.map(({ name, type }) => [name, shapeOfType(type)]));
  const whole: InputShape = query ? { kind: 'OBJECT', fields } : (fields.input ?? { kind: 'TEXT' });
  return path.reduce<InputShape>(
    (shape, name) => (shape.kind === 'OBJECT' && shape.fields[name]) || { kind: 'TEXT' },
    whole,
  );
}
