import { expect, onTestFinished, test, vi } from 'vitest';
import { document } from '../rest/openapi-document.ts';

interface Shown {
  paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }>; requestBody?: object }>>;
}

test('the viewer shows every operation, including those without a body', async () => {
  // Test files share processes, so a stub that stays would break the requests of later tests.
  onTestFinished(() => void vi.unstubAllGlobals());
  const viewer = vi.fn<(options: { spec: Shown }) => object>(() => ({}));
  vi.stubGlobal('document', { querySelector: () => ({ dataset: {} }) });
  vi.stubGlobal('fetch', async () => Response.json(document));
  vi.stubGlobal('SwaggerUIBundle', viewer);

  await import(new URL('../../src/pages/docs-start.js', import.meta.url).href);

  const { spec } = viewer.mock.calls[0]?.[0] ?? {};
  expect(Object.keys(spec?.paths ?? {})).toEqual(Object.keys(document.paths));
  const operations = Object.values(spec?.paths ?? {}).flatMap((methods) => Object.values(methods));
  expect(operations.filter(({ requestBody }) => !requestBody).length).toBeGreaterThan(5);
  for (const { responses } of operations) expect(Object.values(responses).filter(({ $ref }) => $ref)).toEqual([]);
});
