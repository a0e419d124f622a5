import { expect, test } from 'vitest';
import { ExtensionPoint } from '../../src/kernel/extension-point.ts';

test('an extension point returns the value that filled it', () => {
  const point = new ExtensionPoint<string>('bread');
  point.fill('rye', 'wheat');

  expect(point.extensions).toEqual(['rye', 'wheat']);
});

test('reading an extension point that is not filled throws', () => {
  expect(() => new ExtensionPoint('bread').extensions).toThrow('The extension point bread is not filled.');
});

test('an extension point can be filled only once', () => {
  const point = new ExtensionPoint<string>('bread');
  point.fill('rye');

  expect(() => point.fill('wheat')).toThrow('The extension point bread is filled twice.');
});
