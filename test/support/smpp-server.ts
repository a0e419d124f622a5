import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import smpp, { type PDU, type Session } from 'smpp';
import { onTestFinished } from 'vitest';
import { certificate } from './certificate.ts';

/** A part of an SMS that the server took. */
export interface TakenPart {
  id: string;
  from: string;
  fromType: number;
  to: string;
  coding: number;
  /** Reference, number of parts, place; null for a text of one part. */
  header: { reference: number; parts: number; part: number } | null;
  text: string;
  wantsReport: number;
  at: number;
}

/** What the server does about a number: a status to answer, or something else than answering. */
export type SmppBehaviour = ({ status: string; times?: number } | { does: 'close' | 'take and close' | 'hang' }) & {
  /** How many parts it takes before. */
  after?: number;
};

interface Options {
  tls?: boolean;
  systemId?: string;
  password?: string;
  port?: number;
}

/** A message centre that keeps what it takes, reports as it is told, and brings answers. */
export class MessageCentre {
  readonly parts: TakenPart[] = [];
  /** By number, without the plus. */
  readonly behaves = new Map<string, SmppBehaviour>();
  /** How many sessions were bound. */
  binds = 0;
  /** When it let somebody in. */
  readonly boundAt: number[] = [];
  /** Whether it cuts each connection that it let in. */
  cutsBound = false;
  /** How many binds it refuses from now on. */
  refusesBinds = 0;
  /** Whether it leaves connections open of which somebody took leave. */
  keepsConnections = false;
  /** How many submissions waited for their answer at the same time. */
  mostWaiting = 0;
  /** The statuses that were answered to what it brought. */
  readonly answers: number[] = [];
  /** How long it thinks about each part. */
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

  /** The settings with which an integration reaches it. */
  get settings() {
    const { systemId = 'bakery', password = 'secret', tls = false } = this.#options;
    return { host: '127.0.0.1', port: this.port, tls, systemId, password, systemType: '', from: 'Bakery' };
  }

  get boundSessions(): number {
    return this.#bound.size;
  }

  /** The texts that it took, put together from their parts. */
  get texts(): string[] {
    const whole = Map.groupBy(this.parts, ({ header, id, to }) => (header ? `${to} ${header.reference}` : id));
    return [...whole.values()].map((parts) =>
      parts
        .sort((one, other) => (one.header?.part ?? 0) - (other.header?.part ?? 0))
        .map(({ text }) => text)
        .join(''),
    );
  }

  /** Reports what became of a part: beside the text, in it, or both. */
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

  /** Brings what somebody wrote. */
  reply(from: string, text: string): void {
    this.deliver({ source_addr: from, source_addr_ton: 1, destination_addr: 'Bakery', short_message: text });
  }

  /** Brings anything to whoever is bound. */
  deliver(fields: object): void {
    const [session] = this.#bound;
    session?.deliver_sm(fields, ({ command_status: status }) => this.answers.push(status));
  }

  /** Says something raw to whoever is bound. */
  say(bytes: Buffer): void {
    for (const session of this.#bound) session.socket.write(bytes);
  }

  /** Cuts all connections. */
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
    this.boundAt.push(performance.now());
    if (this.cutsBound) session.close();
    else this.#bound.add(session);
  }

  async #submit(session: Session, pdu: PDU): Promise<void> {
    this.#waiting += 1;
    this.mostWaiting = Math.max(this.mostWaiting, this.#waiting);
    await new Promise((resolve) => setTimeout(resolve, this.milliseconds));
    this.#waiting -= 1;
    const to = pdu.destination_addr ?? '';
    const told = this.behaves.get(to);
    const behaviour = this.parts.length >= (told?.after ?? 0) ? told : undefined;
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
