import type { z } from 'zod';

interface SchemaDefinition {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  in?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  defaultValue?: unknown;
}

export function definitionOf(schema: z.ZodType): SchemaDefinition {
  return schema._zod.def as SchemaDefinition;
}
