/** Selects the number in a field on focus, so that typing replaces it. */
export function selectNumbers(): void {
  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'number') target.select();
  });
}
