import { EventEmitter } from 'node:events';
import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { outliveForgottenResults } from '../../../src/main/process/forgotten-results.ts';

const warnings: unknown[] = [];
const emitter = new EventEmitter();
outliveForgottenResults({ warn: (...given: unknown[]) => void warnings.push(given) }, emitter);

test('a part of a result that fails when nobody waits for it is logged', () => {
  emitter.emit('unhandledRejection', new GraphQLError('no', { path: ['coupons', 3] }));

  expect(warnings).toMatchObject([[{ message: 'no', path: ['coupons', 3] }, expect.any(String)]]);
});

test.each([new Error('no'), new GraphQLError('no'), new TypeError('no')])('%s ends the process', (reason) => {
  expect(() => emitter.emit('unhandledRejection', reason)).toThrow(reason);
});
