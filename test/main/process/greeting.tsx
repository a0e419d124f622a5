import type { ComponentChildren } from 'preact';

interface Options {
  name: string;
  below?: ComponentChildren;
}

/** What the tests of the loader load. */
export function greeting({ name, below }: Options): ComponentChildren {
  return (
    <p class="greeting">
      Grüße, <b>{name}</b>! {below}
    </p>
  );
}

export function failedGreeting(): ComponentChildren {
  throw new Error('nobody to greet');
}
