declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer, Socket } from 'node:net';

  /** A decoded text. `udh` contains the elements of its header. */
  export interface DecodedText {
    message: string | Buffer;
    udh?: Buffer[];
  }

  /** A protocol data unit. Its fields depend on the command. */
  export interface PDU {
    command: string;
    command_status: number;
    sequence_number: number;
    system_id: string;
    password: string;
    system_type: string;
    message_id?: string;
    source_addr?: string;
    source_addr_ton?: number;
    destination_addr?: string;
    esm_class?: number;
    data_coding?: number;
    registered_delivery?: number;
    short_message?: DecodedText;
    message_payload?: DecodedText | string | Buffer;
    receipted_message_id?: string;
    message_state?: number;
    isResponse(): boolean;
    response(fields?: object): PDU;
  }

  type Answered = (response: PDU) => void;

  export class Session extends EventEmitter {
    constructor(options: { socket: Socket });
    socket: Socket;
    /** Returns false if the connection is not writable. For a response, calls back when it has been written. */
    send(pdu: PDU, answered?: Answered): boolean;
    bind_transceiver(fields: object, answered: Answered): boolean;
    submit_sm(fields: object, answered: Answered): boolean;
    deliver_sm(fields: object, answered?: Answered): boolean;
    enquire_link(answered: Answered): boolean;
    unbind(answered?: Answered): boolean;
    pause(): void;
    resume(): void;
    close(): void;
    destroy(): void;
    on(event: 'close' | 'error', listener: (error?: Error) => void): this;
    on(event: 'pdu', listener: (pdu: PDU) => void): this;
  }

  export interface Server extends NetServer {
    sessions: Session[];
  }

  export function createServer(options: object, listener: (session: Session) => void): Server;

  export const gsmCoder: { encode(text: string, table: number): Buffer; decode(octets: Buffer, table: number): string };
  export const errors: Record<string, number>;

  const smpp: {
    Session: typeof Session;
    createServer: typeof createServer;
    gsmCoder: typeof gsmCoder;
    errors: typeof errors;
  };
  export default smpp;
}
