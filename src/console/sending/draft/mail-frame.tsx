/** The frame only displays the HTML of an email: it runs no scripts, and links open in new windows. */
export function mailFrame(title: string, source: { src: string } | { name: string }) {
  return <iframe class="mail" title={title} {...source} sandbox="allow-popups allow-popups-to-escape-sandbox" />;
}
