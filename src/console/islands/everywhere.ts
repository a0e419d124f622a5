/* The scripts of every screen, in one file to save requests. */

addCopyButtons();
selectNumbers();

function addCopyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    const code = block.querySelector('code');
    if (code && navigator.clipboard) (block.querySelector('figcaption') ?? block).append(buttonFor(block, code));
  }
}

function buttonFor({ dataset: { copy = '', copied = '' } }: HTMLElement, code: HTMLElement): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button plain';
  button.textContent = copy;
  // Screen readers announce a change to the focused button.
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent ?? '');
      button.textContent = copied;
      setTimeout(() => {
        button.textContent = copy;
      }, 3000);
    } catch {
      // Without permission to copy, selects the text, so that one key copies it.
      getSelection()?.selectAllChildren(code);
    }
  });
  return button;
}

/** Selects the number in a field on focus, so that typing replaces it. */
function selectNumbers(): void {
  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'number') target.select();
  });
}
