import { z } from 'zod';
import { isNodeId } from './node.type.ts';

export const nodeId = z
  .string()
  .refine(isNodeId, 'is not an id')
  .meta({ scalar: 'ID', description: 'The id of an object of any type that implements `Node`.' });
