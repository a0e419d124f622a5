import { expect } from 'vitest';
import type { AccountMember } from '../../src/people/person/account-member.ts';
import type { App } from './app.ts';
import type { Owner } from './client.ts';
import { fromOwnPage, makeCookie, makePerson } from './make-people.ts';

interface Answer {
  status: number;
  text: string;
  location: string | null;
}

type Given = Parameters<typeof makePerson>[2] & { language?: string };

/** A person who is signed in to the console and whose browser has no scripts. */
export class ConsoleVisitor {
  readonly #url: string;
  readonly #language: string;
  readonly cookie: string;
  readonly person: AccountMember;

  private constructor(url: string, cookie: string, person: AccountMember, language: string) {
    this.#url = url;
    this.#language = language;
    this.cookie = cookie;
    this.person = person;
  }

  static async of(
    { database, url }: App,
    owner: Owner,
    { language = 'en', ...given }: Given = {},
  ): Promise<ConsoleVisitor> {
    const person = await makePerson(database, owner, given);
    return new ConsoleVisitor(url, await makeCookie(database, person), person, language);
  }

  get(path: string): Promise<Answer> {
    return this.#fetch(path, {});
  }

  /** Opens a page that must exist, and returns its HTML. */
  async read(path: string): Promise<string> {
    const { status, text } = await this.get(path);
    expect(status, text).toBe(200);
    return text;
  }

  /** Sends a form of the page, with the fields that somebody filled in. */
  post(path: string, form: string, fields: Record<string, string | readonly string[]> = {}): Promise<Answer> {
    const body = new URLSearchParams({ _form: form });
    for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one);
    return this.#fetch(path, { method: 'POST', body });
  }

  async #fetch(path: string, init: RequestInit): Promise<Answer> {
    const headers = { Cookie: this.cookie, 'Accept-Language': this.#language, ...fromOwnPage };
    const answer = await fetch(`${this.#url}/console${path}`, { ...init, headers, redirect: 'manual' });
    return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') };
  }
}
