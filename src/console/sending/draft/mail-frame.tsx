/** In the frame, the HTML of an email can only be seen and open links in new windows. */
export function mailFrame(title: string, source: { src: string } | { name: string }) {
  return <iframe class="mail" title={title} {...source} sandbox="allow-popups allow-popups-to-escape-sandbox" />;
}
