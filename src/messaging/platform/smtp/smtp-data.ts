/**
 * Returns the content of a mail as it follows the command DATA: every line ends with CRLF, a line that begins with a dot
 * has another one, and a single dot ends the content.
 */
export function dataOf(content: string): string {
  const lines = content.replace(/\r\n?|\n/g, '\r\n').replace(/^\.|(?<=\n)\./g, '..');
  return `${lines}${lines.endsWith('\n') ? '' : '\r\n'}.\r\n`;
}
