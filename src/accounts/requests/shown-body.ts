/** The limits of what is shown of a body. */
const mostBytes = 2000;
const mostItems = 10;
const mostDepth = 8;

/** Names of values that nobody may see. */
const secret = /pass|secret|token|auth|key|certificate|private|sid$|credential|hmac|signature|serviceaccount/i;
/** Names of values about people, and of texts that may contain some. */
const personal =
  /mail|phone|mobile|sms|name|birth|gender|addr|street|zip|post|city|custom|note|comment|reason|text|body|subject|search|query|filter|label|recipient|user$/i;
const id = /^[a-z]{3}_[0-9a-z]{12,20}$/;
/** Names of values that are one of a few words. */
const choice =
  /^(operation|action|type|kind|status|state|outcome|mode|format|unit|channel|provider|role|scopes?|currency|timezone|locale|language|country|sort|order|orderby|direction)$/i;
const word = /^[a-z][a-z0-9_/-]{0,30}$/i;
/** Values that say nothing about a person unless their name says so: ids, codes, times, words of enums. */
const harmless = /^([a-z]{3}_[0-9a-z]{12,20}|[0-9a-z]{21}|[A-Z][A-Z_0-9]{0,40}|\d{4}-\d\d-\d\d[T ]?[\d:.Z+-]{0,19})$/;
/** Numbers that look like a phone number, and names that contain an address. */
const suspicious = /@|^[+\d][\d\s()./-]{6,}$/;

/** In GraphQL: a block text, a text and a comment, also without an end. */
const literalOrComment = /"""(?:\\"""|[\s\S])*?(?:"""|$)|"(?:\\.|[^"\\\n])*["\n]?|#.*/g;

/** Returns the body of a request as short JSON. Secrets and personal values are replaced. */
export function shownBody(given: unknown): string {
  return JSON.stringify(shown(given, '', { left: mostBytes, depth: 0 }));
}

interface Room {
  left: number;
  depth: number;
}

function shown(value: unknown, name: string, room: Room): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value ?? null;
  if (room.left <= 0 || room.depth >= mostDepth) return '…';
  if (Array.isArray(value)) return shownItems(value, name, room);
  if (typeof value === 'object') return shownFields(value, name, room);
  const text = shownText(String(value), name);
  if (typeof value === 'number' && text === String(value)) return value;
  room.left -= Buffer.byteLength(JSON.stringify(text));
  return room.left >= 0 ? text : '…';
}

function shownItems(items: readonly unknown[], name: string, room: Room): unknown[] {
  room.depth += 1;
  const first = items.slice(0, mostItems).map((item) => shown(item, name, room));
  room.depth -= 1;
  return items.length > mostItems ? [...first, `… ${items.length - mostItems} more`] : first;
}

function shownFields(fields: object, name: string, room: Room): unknown {
  if (secret.test(name)) return '(hidden)';
  const pairs: [string, unknown][] = [];
  room.depth += 1;
  // An object may have a million fields, and listing their values would take long.
  for (const field of Object.keys(fields)) {
    const value: unknown = fields[field as keyof typeof fields];
    // A caller chooses the names, too.
    const shownName = suspicious.test(field) ? '(personal)' : field.slice(0, 60).toWellFormed();
    room.left -= Buffer.byteLength(shownName) + 4;
    if (room.left <= 0) break;
    const isDocument = room.depth === 1 && field === 'query' && typeof value === 'string' && 'variables' in fields;
    // What is below a personal value is personal too.
    const innerName = personal.test(name) && name !== 'filter' && !secret.test(field) ? name : field;
    pairs.push([shownName, isDocument ? shownDocument(value, room) : shown(value, innerName, room)]);
  }
  room.depth -= 1;
  return Object.fromEntries(pairs);
}

/** Returns a GraphQL document without the values that it contains. */
function shownDocument(document: string, room: Room): string {
  const text = document
    .slice(0, 20_000)
    .replace(literalOrComment, (found) => (found.startsWith('#') ? '' : '"…"'))
    .replace(/\s+/g, ' ')
    .slice(0, mostBytes / 2);
  room.left -= Buffer.byteLength(text);
  return text;
}

/** Shows only what is known to be harmless: callers put anything into fields that do not exist. */
function shownText(text: string, name: string): string {
  const plain = name.replace(/[^a-z]/gi, '');
  if (secret.test(plain)) return '(hidden)';
  if (personal.test(plain)) return id.test(text) ? text : '(personal)';
  const isShown = harmless.test(text) || (choice.test(plain) ? word.test(text) : isPlainNumber(text));
  return isShown ? text : '(personal)';
}

function isPlainNumber(text: string): boolean {
  return /^-?\d{1,15}(\.\d{1,9})?$/.test(text) && !suspicious.test(text);
}
