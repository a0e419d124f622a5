/*
 * The thread that speaks HTTP for the telemetry of the process: it sends to a collector, and answers Prometheus. In the
 * thread of the service, the clients and servers of this would be further kinds of sockets and streams, for which V8 has
 * less specialized code: requests cost up to 10 % more for good.
 */
import { createServer } from 'node:http';
import { parentPort } from 'node:worker_threads';
import { convertLegacyHttpOptions, createOtlpHttpExportDelegate } from '@opentelemetry/otlp-exporter-base/node-http';
import type { FromThread, Signal, ToThread } from './exporter-thread.ts';

const tell = (message: FromThread) => parentPort?.postMessage(message);

/** The other thread has serialized the request. What a collector answers is not looked at. */
const serialized = { serializeRequest: (body: Uint8Array) => body, deserializeResponse: () => ({}) };

function senderOf(signal: Signal) {
  const type = { 'Content-Type': 'application/json' };
  const options = convertLegacyHttpOptions({}, signal.toUpperCase(), `v1/${signal}`, type);
  // Metrics about the exporter itself are not made, so nothing is counted.
  const uncounted = {
    name: signal === 'traces' ? ('span' as const) : ('metric_data_point' as const),
    countItems: () => 0,
  };
  return createOtlpHttpExportDelegate(options, serialized, `otlp_http_${signal}`, uncounted, undefined);
}

const senders = new Map<Signal, ReturnType<typeof senderOf>>();

function send(id: number, signal: Signal, body: Uint8Array): void {
  const sender = senders.get(signal) ?? senderOf(signal);
  senders.set(signal, sender);
  sender.export(body, ({ error }) => tell({ kind: 'sent', id, ...(error && { error: error.message }) }));
}

/** Prometheus asks one question at a time. */
const mostConnections = 20;
const scrapes = new Map<number, (text: string | null) => void>();
let lastScrape = 0;

function serve(host: string, port: number): void {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end();
    const id = ++lastScrape;
    scrapes.set(id, (text) => {
      if (text === null) response.writeHead(500).end();
      else response.setHeader('Content-Type', 'text/plain; charset=utf-8').end(text);
    });
    response.on('close', () => scrapes.delete(id));
    tell({ kind: 'scrape', id });
  });
  server.maxConnections = mostConnections;
  server.on('error', ({ message }) => tell({ kind: 'serving', error: message }));
  server.listen(port, host, () => tell({ kind: 'serving' }));
}

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'send') send(message.id, message.signal, message.body);
  else if (message.kind === 'serve') serve(message.host, message.port);
  else scrapes.get(message.id)?.(message.text);
});
