import { type LookupAddress, promises, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { domainToASCII } from 'node:url';

const limits = { timeout: 2000, tries: 2, maxTimeout: 2000 };

/** The error codes for a name without addresses. Any other failure may be temporary. */
const unknown = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * Looks up names that customers enter. The system would do so in four threads, where a few names whose servers never
 * answer would keep all accounts waiting. It therefore looks up only names without a dot and names below `localhost`.
 */
export function hostLookup(servers?: readonly string[]): LookupFunction {
  const resolver = new promises.Resolver(limits);
  if (servers) resolver.setServers(servers);
  return (host, options, callback) => {
    // The system also accepts other dots, such as the Chinese one.
    const name = domainToASCII(host) || host;
    if (!/\../.test(name) || /\.localhost\.?$/.test(name)) return systemLookup(name, options, callback);
    findAddresses(resolver, name).then(
      (found) => {
        const [{ address, family }] = found;
        if (options.all) callback(null, found);
        else callback(null, address, family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}

async function findAddresses(resolver: promises.Resolver, host: string): Promise<[LookupAddress, ...LookupAddress[]]> {
  const answers = await Promise.allSettled([
    resolver.resolve4(host).then((found) => found.map((address) => ({ address, family: 4 }))),
    hasIpv6() ? resolver.resolve6(host).then((found) => found.map((address) => ({ address, family: 6 }))) : [],
  ]);
  const [first, ...others] = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (first) return [first, ...others];
  const codes = answers.flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason.code)] : []));
  const code = codes.every((one) => unknown.has(one)) ? 'ENOTFOUND' : 'EAI_AGAIN';
  throw Object.assign(new Error(`${code} ${host}`), { code, syscall: 'query' });
}

/** Like the system, asks for IPv6 only if this machine has it: an unreachable address would delay the connection. */
function hasIpv6(): boolean {
  const addresses = Object.values(networkInterfaces()).flatMap((given) => given ?? []);
  return addresses.some((one) => one.family === 'IPv6' && !one.internal && one.scopeid === 0);
}
