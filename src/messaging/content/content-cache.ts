import type { Database } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { type MessageContent, messageContents } from './message-content.ts';

const mostKept = 100;

/** A cache of message contents. Many messages share a content, and a content never changes. */
export class Contents {
  readonly #kept = new Map<string, MessageContent>();
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the contents with these ids, without those that no longer exist. */
  async find(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, MessageContent>> {
    const missing = [...ids].filter((id) => !this.#kept.has(id));
    const read = missing.length > 0 ? await this.#read(missing) : [];
    const kept = [...ids].flatMap((id) => this.#kept.get(id) ?? []);
    for (const content of read) this.#kept.set(content.id, content);
    for (const id of [...this.#kept.keys()].slice(0, Math.max(0, this.#kept.size - mostKept))) this.#kept.delete(id);
    return new Map([...kept, ...read].map((content) => [content.id, content]));
  }

  #read(ids: string[]): Promise<MessageContent[]> {
    return findRows(this.#database, messageContents, { id: ids });
  }
}
