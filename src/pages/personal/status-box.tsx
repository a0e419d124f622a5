import type { ComponentChild } from 'preact';

const drawings = {
  good: 'M7 17.5l6 6L26 10',
  waiting: 'M16.5 8v9l6 4',
  over: 'M10 10l13 13M23 10L10 23',
  paused: 'M12 9v15M21 9v15',
};

export type StatusTone = keyof typeof drawings;

export function statusBox(tone: StatusTone, name: string, line: ComponentChild) {
  return (
    <div class={`status ${tone}`}>
      <svg viewBox="0 0 33 33" aria-hidden="true">
        <circle cx={16.5} cy={16.5} r={15} />
        <path d={drawings[tone]} />
      </svg>
      <p>
        <strong data-status="">{name}</strong>
        <span>{line}</span>
      </p>
    </div>
  );
}
