/* Updates the preview of a message or a public page while the person types. Nothing is sent or saved. */

const form = document.querySelector<HTMLFormElement>('#form-preview, #form-save');
const preview = document.querySelector<HTMLElement>('#preview');
const timeoutMilliseconds = 700;
let waiting: ReturnType<typeof setTimeout> | undefined;
let asking: AbortController | undefined;

form?.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => void show(form), timeoutMilliseconds);
});

for (const hint of document.querySelectorAll<HTMLElement>('[data-live-hint]'))
  hint.textContent = hint.dataset.liveHint ?? '';

// The design of an email loads into its frame immediately.
showDesign();

async function show(draft: HTMLFormElement): Promise<void> {
  asking?.abort();
  asking = new AbortController();
  const fields = new FormData(draft);
  // For a form that saves, request only its call.
  if (draft.id === 'form-save') fields.set('_as', 'call');
  else fields.set('live', '1');
  // The form has no files, so FormData holds only texts.
  const body = new URLSearchParams([...fields] as [string, string][]);
  try {
    const answer = await fetch(draft.action, { method: 'POST', body, signal: asking.signal });
    if (answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const next = page.querySelector('#preview');
    if (!next) return;
    if (preview instanceof HTMLIFrameElement) preview.srcdoc = next.getAttribute('srcdoc') ?? '';
    else preview?.replaceChildren(...next.childNodes);
    showDesign();
  } catch {
    // The person has typed more, or the service does not answer. Keep the preview.
  }
}

function showDesign(): void {
  const design = document.querySelector<HTMLFormElement>('form#design');
  design?.requestSubmit();
  design?.querySelector('button')?.remove();
}
