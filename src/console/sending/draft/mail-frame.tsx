/** Returns a frame in which the HTML of an email can do nothing but be seen, and open its links in new windows. */
export function mailFrame(title: string, source: { src: string } | { name: string }) {
  return <iframe class="mail" title={title} {...source} sandbox="allow-popups allow-popups-to-escape-sandbox" />;
}
