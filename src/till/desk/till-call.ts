import { documents } from './till-documents.ts';
import type { CallProblem, Device } from './till-shapes.ts';

export class CallError extends Error {
  readonly refused: CallProblem;

  constructor(refused: CallProblem) {
    super(refused.code);
    this.refused = refused;
  }
}

/** There was no answer, so the outcome of the call is unknown. */
export class Unreachable extends Error {}

/** The till has been revoked, or its secret is wrong. */
export class Revoked extends Error {}

const timeoutMilliseconds = 8000;

/** The codes that mean that the service could not answer, rather than that it refused. */
const passing = new Set(['UNAVAILABLE', 'TOO_MANY_REQUESTS', 'IDEMPOTENCY_KEY_RUNNING']);

interface Answer<Data> {
  data?: Data | null;
  errors?: { message: string; extensions?: Partial<CallProblem> }[];
}

/** Calls the service. A call that changes something has an idempotency key, which is the same in every attempt. */
export async function call<Data>(
  name: keyof typeof documents,
  variables: Record<string, unknown>,
  device: Pick<Device, 'id' | 'secret'> | null,
  key?: string,
): Promise<Data> {
  const { data, errors = [] } = await answerTo<Data>({ query: documents[name], variables }, device, key);
  const [first] = errors;
  if (!first) {
    if (!data) throw new Unreachable('no data');
    return data;
  }
  const { code = 'INTERNAL' } = first.extensions ?? {};
  if (code === 'UNAUTHENTICATED' && device) throw new Revoked(first.message);
  if (passing.has(code)) throw new Unreachable(code);
  throw new CallError({ ...first.extensions, code });
}

async function answerTo<Data>(body: unknown, device: Pick<Device, 'id' | 'secret'> | null, key?: string) {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(device && { 'X-Client-Id': device.id, 'X-Client-Secret': device.secret }),
        ...(key && { 'Idempotency-Key': key }),
      },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    return (await response.json()) as Answer<Data>;
  } catch (error) {
    // There is no network, no answer in time, or an answer from something other than the service.
    throw new Unreachable(String(error));
  }
}

/** Returns a new key. `crypto.randomUUID` exists only in secure contexts (HTTPS or localhost). */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
