import { Problem } from '../../kernel/problem.ts';
import type { Inspect } from './whole-body.ts';

/** The names of a form, of an object, and of all objects of a body whose caller has shown no credentials. */
export const mostNames = 1000;

/** The names of all objects of a body: 1,000 loyalty users with 50 fields each. Another 50,000 take 40 ms to read. */
const mostNamesOfKnown = 50_000;

/** Deeper values would overflow the stack of what reads them. */
const mostLevels = 100;

const ampersand = 0x26;

/** Refuses a form while it arrives if it has too many names: each of them takes the parser a microsecond. */
export function formNames(): Inspect {
  let names = 1;
  return (part) => {
    for (let index = part.indexOf(ampersand); index !== -1; index = part.indexOf(ampersand, index + 1)) names++;
    if (names > mostNames) throw tooMany(mostNames);
  };
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Refuses JSON while it arrives if it has too many names or levels. What is not JSON may be counted in any way. */
export function jsonNames(isKnown: boolean): Inspect {
  const mostOfBody = isKnown ? mostNamesOfKnown : mostNames;
  const levels = [0];
  let names = 0;
  let isText = false;
  let isEscaped = false;
  return (part) => {
    for (let index = 0; index < part.length; index++) {
      const byte = part[index];
      if (isEscaped) isEscaped = false;
      else if (isText) {
        if (byte === backslash) isEscaped = true;
        else if (byte === quote) isText = false;
      } else if (byte === quote) isText = true;
      else if (byte === colon) {
        names++;
        const ofObject = (levels.pop() ?? 0) + 1;
        levels.push(ofObject);
        if (ofObject > mostNames) throw tooMany(mostNames);
        if (names > mostOfBody) throw tooMany(mostOfBody);
      } else if (byte === openBrace || byte === openBracket) {
        if (levels.push(0) > mostLevels + 1)
          throw new Problem('UNREADABLE_BODY', `The body has more than ${mostLevels} levels.`);
      } else if (byte === closeBrace || byte === closeBracket) levels.pop();
    }
  };
}

function tooMany(most: number): Problem {
  return new Problem('BODY_TOO_LARGE', `The body has more than ${most.toLocaleString('en')} names.`);
}
