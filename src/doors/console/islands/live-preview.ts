/* Shows the preview of a message while somebody types. Only the button checks whom it reaches. */

const form = document.querySelector<HTMLFormElement>('#form-preview');
const preview = document.querySelector<HTMLElement>('#preview');
const patienceMilliseconds = 700;
let waiting: ReturnType<typeof setTimeout> | undefined;
let asking: AbortController | undefined;

form?.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => void show(form), patienceMilliseconds);
});

// The design of an email loads into its frame at once.
showDesign();

async function show(draft: HTMLFormElement): Promise<void> {
  asking?.abort();
  asking = new AbortController();
  const fields = new FormData(draft);
  fields.set('live', '1');
  // FormData holds texts only: the form has no files.
  const body = new URLSearchParams(fields as unknown as Record<string, string>);
  try {
    const answer = await fetch(draft.action, { method: 'POST', body, signal: asking.signal });
    if (answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const next = page.querySelector('#preview');
    if (!next) return;
    preview?.replaceChildren(...next.childNodes);
    showDesign();
  } catch {
    // Somebody typed on, or the service does not answer: the preview stays as it is.
  }
}

function showDesign(): void {
  const design = document.querySelector<HTMLFormElement>('form#design');
  design?.requestSubmit();
  design?.querySelector('button')?.remove();
}
