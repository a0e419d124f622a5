import smpp, { type PDU, type Session } from 'smpp';
import type { Outbound } from '../../../kernel/outbound/outbound.ts';

const connectMilliseconds = 10_000;
const bindMilliseconds = 10_000;
const answerMilliseconds = 30_000;
const enquireMilliseconds = 30_000;
/** How long to wait after an unbind, because the message center may still respond to submissions. */
const leaveMilliseconds = 2000;
/** The number of PDUs that are handled in parallel. At this limit, the link stops reading. */
const maxIncoming = 256;
/** The number of PDUs per turn of the event loop. A packet has room for thousands of them. */
const maxPerIteration = 20;
const version34 = 0x34;

/** The commands that the protocol does not respond to. */
const unanswered = new Set(['outbind', 'alert_notification']);

export interface SmppSettings {
  host: string;
  port: number;
  tls: boolean;
  systemId: string;
  password: string;
  systemType: string;
  from: string | null;
}

/** `LOST` means that no response came, but the PDU may have arrived. */
export type Submitted = PDU | 'LOST' | 'NOT_SENT';

export class BindError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the message center refused the bind with the status ${status}`);
    this.status = status;
  }
}

export interface LinkListener {
  /** Returns the status for the response. Unless it is 0, the message center delivers the PDU again. */
  incoming(pdu: PDU): Promise<number>;
  closed(): void;
}

export class SmppLink {
  readonly #session: Session;
  readonly #outstanding = new Set<(lost: 'LOST') => void>();
  #enquiring: NodeJS.Timeout | undefined;
  #isBound = false;
  #isGone = false;
  #incoming = 0;
  #readInIteration = 0;

  private constructor(session: Session, listener: LinkListener) {
    this.#session = session;
    session.on('error', () => session.destroy());
    session.on('close', () => {
      this.#go(listener);
      for (const lost of [...this.#outstanding]) lost('LOST');
    });
    session.on('pdu', (pdu) => this.#receive(pdu, listener).catch(() => session.destroy()));
  }

  static async open(
    { host, port, tls, systemId, password, systemType }: SmppSettings,
    outbound: Outbound,
    listener: LinkListener,
  ): Promise<SmppLink> {
    const socket = await outbound.connect({ host, port, tls, timeoutMilliseconds: connectMilliseconds });
    const link = new SmppLink(new smpp.Session({ socket }), listener);
    const credentials = { system_id: systemId, password, system_type: systemType, interface_version: version34 };
    const answer = await link.#ask(
      (answered) => link.#session.bind_transceiver(credentials, answered),
      bindMilliseconds,
    );
    if (typeof answer === 'string' || answer.command_status !== 0) {
      link.#session.destroy();
      throw typeof answer === 'string'
        ? new Error('the message center did not respond')
        : new BindError(answer.command_status);
    }
    if (link.#isGone) throw new Error('the message center closed the connection');
    link.#isBound = true;
    link.#enquiring = setInterval(() => void link.#enquire(), enquireMilliseconds).unref();
    return link;
  }

  submit(fields: object): Promise<Submitted> {
    return this.#ask((answered) => this.#session.submit_sm(fields, answered), answerMilliseconds);
  }

  async close(): Promise<void> {
    clearInterval(this.#enquiring);
    await this.#ask((answered) => this.#session.unbind(answered), 2000);
    this.#session.destroy();
  }

  #ask(send: (answered: (answer: PDU) => void) => boolean, milliseconds: number): Promise<Submitted> {
    const { promise, resolve } = Promise.withResolvers<Submitted>();
    const timer = setTimeout(() => resolve('LOST'), milliseconds);
    this.#outstanding.add(resolve);
    if (this.#isGone || !send(resolve)) resolve('NOT_SENT');
    return promise.finally(() => {
      clearTimeout(timer);
      this.#outstanding.delete(resolve);
    });
  }

  async #enquire(): Promise<void> {
    const answer = await this.#ask((answered) => this.#session.enquire_link(answered), answerMilliseconds);
    if (typeof answer === 'string') this.#session.destroy();
  }

  /** Notifies the listener once, and only if the link was bound. */
  #go(listener: LinkListener): void {
    if (this.#isGone) return;
    this.#isGone = true;
    clearInterval(this.#enquiring);
    if (this.#isBound) listener.closed();
  }

  async #receive(pdu: PDU, listener: LinkListener): Promise<void> {
    this.#letOthersRun();
    if (pdu.isResponse() || unanswered.has(pdu.command)) return;
    this.#incoming += 1;
    if (this.#incoming >= maxIncoming) this.#session.pause();
    const status = ['deliver_sm', 'data_sm'].includes(pdu.command) ? await listener.incoming(pdu) : 0;
    // The PDU is in progress until its response is written.
    this.#session.send(pdu.response(status === 0 ? {} : { command_status: status }), () => {
      this.#incoming -= 1;
      this.#readOn();
    });
    if (pdu.command === 'unbind') this.#leave(listener);
  }

  #letOthersRun(): void {
    this.#readInIteration += 1;
    if (this.#readInIteration !== maxPerIteration) return;
    this.#session.pause();
    setImmediate(() => {
      this.#readInIteration = 0;
      this.#readOn();
    });
  }

  #readOn(): void {
    if (this.#incoming < maxIncoming && this.#readInIteration < maxPerIteration) this.#session.resume();
  }

  #leave(listener: LinkListener): void {
    this.#go(listener);
    this.#session.close();
    setTimeout(() => this.#session.destroy(), leaveMilliseconds).unref();
  }
}
