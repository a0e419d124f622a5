import { printParseErrorCode, visit } from 'jsonc-parser';

const explanations: Record<string, string> = {
  InvalidSymbol: 'an unknown word or symbol, as text needs double quotes',
  PropertyNameExpected: 'a name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing brace is expected',
  CloseBracketExpected: 'a closing bracket is expected',
  EndOfFileExpected: 'there is more after the end of the value',
  InvalidCommentToken: 'a comment is not allowed',
  UnexpectedEndOfComment: 'a comment is not allowed',
  UnexpectedEndOfString: 'a text ends without a double quote, or contains a line break',
  UnexpectedEndOfNumber: 'a number is incomplete',
  InvalidUnicode: 'the escape needs four hexadecimal digits',
  InvalidEscapeCharacter: 'the escape is unknown',
  InvalidCharacter: 'a control character must be escaped',
};

/** Searching a longer text would block the process for more than 20 ms. */
const longest = 256 * 1024;

class FaultFound extends Error {}

/**
 * Returns a text that follows "… is not valid JSON". `JSON.parse` does not always name the place, and it repeats what
 * was sent.
 */
export function faultIn(json: string): string {
  let fault = '';
  if (json.length > longest) return fault;
  try {
    const onError = (code: number, _offset: number, _length: number, line: number, column: number) => {
      const explanation = explanations[printParseErrorCode(code)];
      fault = ` at line ${line + 1}, column ${column + 1}${explanation ? `: ${explanation}` : ''}`;
      throw new FaultFound();
    };
    visit(json, { onError }, { disallowComments: true });
  } catch (error) {
    // A text that is nested too deeply exceeds the stack. Then its place stays unknown.
    if (!(error instanceof FaultFound || error instanceof RangeError)) throw error;
  }
  return fault;
}
