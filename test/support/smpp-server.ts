import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import smpp, { type PDU, type Session } from 'smpp';
import { onTestFinished } from 'vitest';
import { certificate } from './certificate.ts';

/** A part of an SMS that the server accepted. */
export interface TakenPart {
  id: string;
  from: string;
  fromType: number;
  to: string;
  coding: number;
  /** The reference, the number of parts and the number of this part; null for a text of one part. */
  header: { reference: number; parts: number; part: number } | null;
  text: string;
  wantsReport: number;
  at: number;
}

/** The reaction of the server to a message to a number: a status in the response, or no response. */
export type SmppBehaviour = ({ status: string; times?: number } | { does: 'close' | 'take and close' | 'hang' }) & {
  /** The number of parts that the server accepts before it behaves in this way; default 0. */
  after?: number;
};

interface Options {
  tls?: boolean;
  systemId?: string;
  password?: string;
  port?: number;
}

/** A message center that records accepted parts, and sends the receipts and replies that a test requests. */
export class MessageCentre {
  readonly parts: TakenPart[] = [];
  /** By phone number without the plus sign. */
  readonly behaves = new Map<string, SmppBehaviour>();
  /** The number of successful binds. */
  binds = 0;
  /** The times of successful binds. */
  readonly boundAt: number[] = [];
  /** Whether the server closes each connection after a successful bind. */
  cutsBound = false;
  /** The number of binds that the server will refuse next. */
  refusesBinds = 0;
  /** Whether the server keeps connections open that the client has ended. */
  keepsConnections = false;
  /** The largest number of submissions that waited for their responses at the same time. */
  maxWaiting = 0;
  /** The statuses of the responses to `deliver_sm`. */
  readonly answers: number[] = [];
  /** The delay before the response to each part. */
  milliseconds = 0;
  readonly #bound = new Set<Session>();
  readonly #server: Server & { sessions: Session[] };
  readonly #options: Options;
  #waiting = 0;
  #ids = 0;

  private constructor(options: Options) {
    this.#options = options;
    this.#server = smpp.createServer({ ...(options.tls && certificate), allowHalfOpen: true }, (session) =>
      this.#serve(session),
    );
  }

  /** Listens on a free port. */
  static async start(options: Options = {}): Promise<MessageCentre> {
    const centre = new MessageCentre(options);
    centre.#server.listen(options.port ?? 0, '127.0.0.1');
    await once(centre.#server, 'listening');
    return centre;
  }

  static async startForTest(options: Options = {}): Promise<MessageCentre> {
    const centre = await MessageCentre.start(options);
    onTestFinished(() => centre.stop());
    return centre;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The settings of an integration with this server. */
  get settings() {
    const { systemId = 'bakery', password = 'secret', tls = false } = this.#options;
    return { host: '127.0.0.1', port: this.port, tls, systemId, password, systemType: '', from: 'Bakery' };
  }

  get boundSessions(): number {
    return this.#bound.size;
  }

  /** The accepted texts, each joined from its parts. */
  get texts(): string[] {
    const whole = Map.groupBy(this.parts, ({ header, id, to }) => (header ? `${to} ${header.reference}` : id));
    return [...whole.values()].map((parts) =>
      parts
        .sort((one, other) => (one.header?.part ?? 0) - (other.header?.part ?? 0))
        .map(({ text }) => text)
        .join(''),
    );
  }

  /** Sends a receipt for a part: in the text, in separate fields, or both. */
  report(part: TakenPart, state: string, { inText = true, beside = true } = {}): void {
    const states: Record<string, number> = {
      ENROUTE: 1,
      DELIVRD: 2,
      EXPIRED: 3,
      DELETED: 4,
      UNDELIV: 5,
      ACCEPTD: 6,
      REJECTD: 8,
    };
    const text = `id:${part.id} sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:${state} err:000 text:Hello`;
    this.deliver({
      source_addr: part.to,
      destination_addr: part.from,
      esm_class: 4,
      short_message: inText ? text : '',
      ...(beside && { receipted_message_id: part.id, message_state: states[state] }),
    });
  }

  /** Sends a reply from a phone number. */
  reply(from: string, text: string): void {
    this.deliver({ source_addr: from, source_addr_ton: 1, destination_addr: 'Bakery', short_message: text });
  }

  /** Sends any `deliver_sm` to one bound session. */
  deliver(fields: object): void {
    const [session] = this.#bound;
    session?.deliver_sm(fields, ({ command_status: status }) => this.answers.push(status));
  }

  /** Sends raw bytes to all bound sessions. */
  say(bytes: Buffer): void {
    for (const session of this.#bound) session.socket.write(bytes);
  }

  /** Closes all connections abruptly. */
  cut(): void {
    for (const session of this.#server.sessions) session.destroy();
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #serve(session: Session): void {
    session.on('error', () => session.destroy());
    session.on('close', () => this.#bound.delete(session));
    session.socket.on('end', () => this.keepsConnections || session.socket.end());
    session.on('pdu', (pdu) => {
      if (pdu.isResponse()) return;
      if (pdu.command === 'bind_transceiver') this.#bind(session, pdu);
      else if (pdu.command === 'submit_sm') void this.#submit(session, pdu);
      else session.send(pdu.response());
    });
  }

  #bind(session: Session, pdu: PDU): void {
    if (this.refusesBinds > 0) {
      this.refusesBinds -= 1;
      session.send(pdu.response({ command_status: smpp.errors.ESME_RBINDFAIL }));
      return;
    }
    const { systemId, password } = this.settings;
    const isRight = pdu.system_id === systemId && pdu.password === password;
    session.send(pdu.response({ command_status: isRight ? 0 : smpp.errors.ESME_RINVPASWD, system_id: 'centre' }));
    if (!isRight) return;
    this.binds += 1;
    this.boundAt.push(Date.now());
    if (this.cutsBound) session.close();
    else this.#bound.add(session);
  }

  async #submit(session: Session, pdu: PDU): Promise<void> {
    this.#waiting += 1;
    this.maxWaiting = Math.max(this.maxWaiting, this.#waiting);
    await new Promise((resolve) => setTimeout(resolve, this.milliseconds));
    this.#waiting -= 1;
    const to = pdu.destination_addr ?? '';
    const notified = this.behaves.get(to);
    const behaviour = this.parts.length >= (notified?.after ?? 0) ? notified : undefined;
    if (behaviour && 'status' in behaviour && (behaviour.times ?? 1) > 0) {
      if (behaviour.times !== undefined) behaviour.times -= 1;
      session.send(pdu.response({ command_status: smpp.errors[behaviour.status] }));
      return;
    }
    const does = behaviour && 'does' in behaviour ? behaviour.does : null;
    if (does === 'hang') return;
    if (does === 'close') return session.destroy();
    const part = this.#take(pdu);
    if (does) session.destroy();
    else session.send(pdu.response({ message_id: part.id }));
  }

  #take(pdu: PDU): TakenPart {
    this.#ids += 1;
    const { message = '', udh = [] } = pdu.short_message ?? {};
    const [header] = udh;
    const part = {
      id: `m${this.#ids}`,
      from: pdu.source_addr ?? '',
      fromType: pdu.source_addr_ton ?? 0,
      to: pdu.destination_addr ?? '',
      coding: pdu.data_coding ?? 0,
      header: header ? { reference: header[2] ?? 0, parts: header[3] ?? 0, part: header[4] ?? 0 } : null,
      text: String(message),
      wantsReport: pdu.registered_delivery ?? 0,
      at: Date.now(),
    };
    this.parts.push(part);
    return part;
  }
}
