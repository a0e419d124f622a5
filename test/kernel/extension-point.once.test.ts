import { expect, test } from 'vitest';
import { ExtensionPoint } from '../../src/kernel/extension-point.ts';

test('an extension point holds what it was filled with', () => {
  const point = new ExtensionPoint<string>('bread');
  point.fill('rye', 'wheat');

  expect(point.extensions).toEqual(['rye', 'wheat']);
});

test('a process that does not fill an extension point fails when it reads it', () => {
  expect(() => new ExtensionPoint('bread').extensions).toThrow('The extension point bread is not filled.');
});

test('an extension point is filled in one place', () => {
  const point = new ExtensionPoint<string>('bread');
  point.fill('rye');

  expect(() => point.fill('wheat')).toThrow('The extension point bread is filled twice.');
});
