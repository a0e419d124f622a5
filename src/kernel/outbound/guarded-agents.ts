import { lookup as systemLookup } from 'node:dns';
import { type ClientRequestArgs, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { type LookupFunction, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { AddressGuard } from './address-guard.ts';

type Created = (error: Error | null, stream: Duplex) => void;

const keepAlive = { keepAlive: true, timeout: 20_000, maxFreeSockets: 128 };

/**
 * Returns agents that never connect to an address that the guard refuses. The guard checks the addresses of the lookup
 * that the connection uses, which prevents DNS rebinding.
 */
export function guardedAgents(
  guard: AddressGuard,
  lookup: LookupFunction = systemLookup,
): { http: HttpAgent; https: HttpsAgent } {
  const guardedLookup = guard.guarding(lookup);

  const connect = (options: ClientRequestArgs, create: (options: ClientRequestArgs) => Duplex | null | undefined) => {
    try {
      guard.check(options.host ?? '');
    } catch (error) {
      return new Socket().destroy(error as Error);
    }
    return create({ ...options, lookup: guardedLookup });
  };

  class GuardedHttpAgent extends HttpAgent {
    override createConnection(options: ClientRequestArgs, callback?: Created) {
      return connect(options, (guarded) => super.createConnection(guarded, callback));
    }
  }

  class GuardedHttpsAgent extends HttpsAgent {
    override createConnection(options: ClientRequestArgs, callback?: Created) {
      return connect(options, (guarded) => super.createConnection(guarded, callback));
    }
  }

  return { http: new GuardedHttpAgent(keepAlive), https: new GuardedHttpsAgent(keepAlive) };
}
