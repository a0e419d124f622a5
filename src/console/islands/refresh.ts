/*
 * Reads a part of the page again every few seconds. Such a part has an id, and the seconds in `data-refresh`. Nothing
 * is read while the page is hidden or a control in the part is in use.
 */

for (const place of document.querySelectorAll<HTMLElement>('[data-refresh]')) void follow(place);

async function follow(place: HTMLElement): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(place.dataset.refresh)));
    if (document.hidden || place.contains(document.activeElement)) continue;
    const next = await read(place.id);
    if (!next) continue;
    // The rest of the page also depends on the state, so reload all of it.
    if (!next.dataset.refresh) return location.replace(location.href);
    place.replaceChildren(...next.childNodes);
  }
}

/** Returns null if the service does not answer. */
async function read(id: string): Promise<HTMLElement | null> {
  try {
    const address = new URL(location.href);
    address.searchParams.set('live', '1');
    const answer = await fetch(address);
    if (!answer.ok || answer.redirected) return null;
    return new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById(id);
  } catch {
    return null;
  }
}
