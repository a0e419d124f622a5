/** Selects a number when somebody enters its field, so that typing replaces it and does not add digits to it. */
export function selectNumbers(): void {
  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'number') target.select();
  });
}
