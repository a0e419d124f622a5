import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { isLarge, jsonText } from '../../kernel/values/json-text.ts';

/** A result whose JSON is already written. Yoga calls `stringify` instead of `JSON.stringify`. */
export interface WrittenResult extends ExecutionResult {
  /** Receives the result again, because Yoga may have replaced its errors. */
  stringify: (result: ExecutionResult) => string;
}

/** Writes large results in parts before Yoga would write them at once. Other requests run between the parts. */
export const writeLargeResults: Plugin = {
  onResultProcess({ result, setResult }) {
    if (isAsyncIterable(result) || Array.isArray(result)) return undefined;
    return writtenIfLarge(result)?.then(setResult);
  },
};

/** Returns a promise of the written result if it is large, and undefined otherwise. */
export function writtenIfLarge(result: ExecutionResult): Promise<WrittenResult> | undefined {
  return isWritten(result) || !isLarge(result.data) ? undefined : write(result);
}

export function isWritten(result: ExecutionResult): result is WrittenResult {
  return 'stringify' in result;
}

async function write(result: ExecutionResult): Promise<WrittenResult> {
  const text = await jsonText(result.data);
  return {
    ...result,
    stringify: ({ data: _, stringify: __, ...others }: Partial<WrittenResult>) => {
      const beside = JSON.stringify(others);
      return beside === '{}' ? `{"data":${text}}` : `${beside.slice(0, -1)},"data":${text}}`;
    },
  };
}
