/** The maximum pause between two keys of a scanner. A person who types without a focused field may be as fast. */
const pauseMilliseconds = 1000;
const fewestCharacters = 3;

/**
 * Reports what a hand scanner types while no field has the focus. The Enter or Tab at the end then has no other effect.
 */
export function listenToScanner(seen: (text: string) => void): void {
  let typed = '';
  let last = 0;
  addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isField(event.target)) return;
      if (event.timeStamp - last > pauseMilliseconds) typed = '';
      last = event.timeStamp;
      if (event.key === 'Enter' || event.key === 'Tab') {
        if (typed.length < fewestCharacters) return;
        event.preventDefault();
        seen(typed);
        typed = '';
      } else if (event.key.length === 1) {
        // A space after other characters belongs to the code, and presses no button.
        if (event.key === ' ' && typed !== '') event.preventDefault();
        if (event.key !== ' ' || typed !== '') typed += event.key;
      }
    },
    { capture: true },
  );
}

const isField = (target: EventTarget | null) => target instanceof HTMLInputElement;
