import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { parseJson } from '../../http/body/json-body.ts';
import { retryAfterOf } from '../../kernel/leased-queue/backoff.ts';
import type { Outbound, OutboundFailure } from '../../kernel/outbound/outbound.ts';
import type { OutboundAnswer } from '../../kernel/outbound/outbound-answer.ts';
import { StartFailure } from '../process/process.ts';
import { failureAnswer } from './source-shapes.ts';

/** The maximum size of a response, in bytes. A list without paging comes in one response. */
const maxBytes = 64_000_000;

/** The pauses between attempts, in milliseconds. */
const waits = [500, 1000, 2000, 4000, 8000, 15_000, 30_000];
const longestWait = 300_000;

export interface SourceKey {
  id: string;
  secret: string;
}

/** The product refused a request. The error has its codes. */
export class SourceError extends StartFailure {
  readonly codes: readonly number[];

  constructor(path: string, status: number, codes: readonly number[]) {
    super(`${path} answered ${status}${codes.length > 0 ? `, error ${codes.join(', ')}` : ''}.`);
    this.codes = codes;
  }
}

/** Reads from the product. While it is busy or unavailable, waits and asks again. */
export class Source {
  readonly address: string;
  readonly #outbound: Outbound;
  readonly #headers: Record<string, string>;

  constructor(outbound: Outbound, address: string, { id, secret }: SourceKey) {
    this.#outbound = outbound;
    this.address = address.replace(/\/+$/, '');
    this.#headers = {
      'x-client-id': id,
      'x-client-secret': secret,
      'x-api-key': id,
      'x-api-secret': secret,
      accept: 'application/json',
    };
  }

  get<Shape>(path: string, shape: z.ZodType<Shape>): Promise<Shape> {
    return this.#ask('GET', path, '', shape);
  }

  post<Shape>(path: string, fields: Record<string, unknown>, shape: z.ZodType<Shape>): Promise<Shape> {
    return this.#ask('POST', path, JSON.stringify(fields), shape);
  }

  async #ask<Shape>(method: 'GET' | 'POST', path: string, body: string, shape: z.ZodType<Shape>): Promise<Shape> {
    const { status, body: text } = await this.#persist(method, path, body);
    if (status === 401 || status === 403) throw new StartFailure(`${this.address} refused the key (${status}).`);
    const answer = parsed(path, text, status);
    const failure = failureAnswer.safeParse(answer);
    if (status >= 400 || failure.success)
      throw new SourceError(path, status, failure.data?.status.errors.error_code ?? []);
    const read = shape.safeParse(answer);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw new StartFailure(`The answer of ${path} is malformed: ${issue?.path.join('.') || 'it'}: ${issue?.message}`);
  }

  /** Tries again after a 429, a 5xx or no response. This is safe, because all requests only read. */
  async #persist(method: 'GET' | 'POST', path: string, body: string): Promise<OutboundAnswer> {
    const headers = { ...this.#headers, ...(body && { 'content-type': 'application/json' }) };
    for (let failures = 0; ; failures += 1) {
      const answer = await this.#outbound
        .fetchWhole(method, { url: this.address + path, headers, body }, maxBytes)
        .catch((error: OutboundFailure) => error);
      const wait = waits[failures];
      if (answer instanceof Error) {
        if (wait === undefined || isFinal(answer)) throw new StartFailure(`${this.address}${path}: ${answer.message}`);
        await sleep(wait);
        continue;
      }
      if (answer.status !== 429 && answer.status < 500) return answer;
      if (wait === undefined) throw new SourceError(path, answer.status, []);
      await sleep(waitBefore(answer, wait));
    }
  }
}

function isFinal({ message }: Error): boolean {
  return /^(the address|it has more than)|private|not allowed/.test(message);
}

function waitBefore({ headers }: OutboundAnswer, wait: number): number {
  const at = new Date();
  const asked = retryAfterOf(headers['retry-after'], at);
  return Math.min(longestWait, asked ? Math.max(0, asked.getTime() - at.getTime()) : wait);
}

function parsed(path: string, text: string, status: number): unknown {
  try {
    return parseJson(text);
  } catch {
    if (status >= 400) throw new SourceError(path, status, []);
    throw new StartFailure(`The answer of ${path} is malformed: it is not JSON.`);
  }
}
