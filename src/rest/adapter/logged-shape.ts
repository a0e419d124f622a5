import type { GraphQLSchema } from 'graphql';
import type { InputShape } from '../../accounts/requests/request-recorder.ts';
import { shapeOfArgument } from '../../http/input-shape.ts';
import type { Field } from './field.ts';
import type { OperationCall, Row } from './row.ts';

const others: InputShape = { kind: 'IGNORED' };

export function shapeOfFields<Data>(row: Row<Data>, call: OperationCall<Data>, schema: GraphQLSchema): InputShape {
  const shapeAt = (path: readonly string[]) => shapeOfArgument(schema, call.operation.name, path);
  const fields = shapesOf(call.fields ?? row.fields, shapeAt);
  const credentials: Record<string, InputShape> = { client_id: { kind: 'ID' }, client_secret: { kind: 'TEXT' } };
  return { kind: 'OBJECT', fields: { ...fields, ...credentials }, others };
}

function shapesOf(
  fields: Record<string, Field>,
  shapeAt: (path: readonly string[]) => InputShape,
): Record<string, InputShape> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const shape = shapeOfField(field, shapeAt);
      return [name, ...(field.aliases ?? [])].map((each) => [each, shape] as const);
    }),
  );
}

function shapeOfField(
  { argument, elements, schema }: Field,
  shapeAt: (path: readonly string[]) => InputShape,
): InputShape {
  if ('enum' in schema) return { kind: 'WORD', words: schema.enum as unknown[] };
  const path = argument?.split('.');
  if (!path) return { kind: 'TEXT' };
  if (!elements) return shapeAt(path);
  return { kind: 'OBJECT', fields: shapesOf(elements, (inner) => shapeAt([...path, ...inner])), others };
}
