import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ExporterThread } from '../../../src/main/telemetry/exporter-thread.ts';
import { delaysOf } from '../../../src/main/telemetry/gauges.ts';

test('an export whose thread ends has failed, nobody waits for it, and later ones fail at once', async () => {
  const collector = createServer().listen(0, '127.0.0.1');
  await once(collector, 'listening');
  onTestFinished(() => {
    collector.closeAllConnections();
    collector.close();
    vi.unstubAllEnvs();
  });
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(collector.address() as AddressInfo).port}`);
  const thread = new ExporterThread();
  const delegate = thread.delegate('traces', (text: string) => new TextEncoder().encode(text));
  const exported = () => new Promise((resolve) => delegate.export('{}', resolve));
  const unanswered = exported();
  // The collector has the request, and never answers.
  await once(collector, 'request');
  const flushed = delegate.forceFlush();

  await thread.stop();

  const failure = { code: 1, error: new Error('the thread of telemetry has ended') };
  expect(await unanswered).toEqual(failure);
  await flushed;
  expect(await exported()).toEqual(failure);
});

test('the event loop is late by what a look takes longer than the time between two', () => {
  const looks = createHistogram();
  for (const milliseconds of [99, 100, 350]) looks.record(milliseconds * 1e6);

  const [median, , most] = delaysOf(looks);

  expect(median?.[1]).toBeCloseTo(0, 3);
  expect(most?.[1]).toBeCloseTo(0.25, 3);
});
