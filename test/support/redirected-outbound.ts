import type { Socket } from 'node:net';
import type { TcpTarget } from '../../src/kernel/outbound/guarded-connection.ts';
import { Outbound } from '../../src/kernel/outbound/outbound.ts';

/** The outbound client, for which servers of a test stand in for hosts such as Apple's. */
export class RedirectedOutbound extends Outbound {
  /** The port on this machine, by host. */
  readonly ports = new Map<string, number>();

  constructor() {
    super({ allowInsecure: true, allowedRanges: ['127.0.0.0/8'] });
  }

  override connect(target: TcpTarget): Promise<Socket> {
    const port = this.ports.get(target.host);
    return super.connect(port === undefined ? target : { ...target, host: '127.0.0.1', port });
  }
}
