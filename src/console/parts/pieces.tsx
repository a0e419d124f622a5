import type { ComponentChildren } from 'preact';
import type { Page } from '../frame/page.ts';

type Tone = 'good' | 'bad' | 'warn' | 'calm';

export function statusOf(text: string, tone: Tone = 'calm'): ComponentChildren {
  return <span class={`status ${tone}`}>{text}</span>;
}

export function momentOf(page: Page, iso: string | null | undefined): ComponentChildren {
  return iso ? <time dateTime={iso}>{page.moment(iso)}</time> : '–';
}

export function secondOf(page: Page, iso: string): ComponentChildren {
  return <time dateTime={iso}>{page.second(iso)}</time>;
}

export function below(text: string, isCode = false): ComponentChildren {
  return <small class={isCode ? 'soft below mono' : 'soft below'}>{text}</small>;
}

export interface Tab {
  name: string;
  /** The path below `/console`. */
  path: string;
}

/** Returns tabs. A screen below that of a tab belongs to this tab. */
export function tabsOf(page: Page, label: string, tabs: readonly (Tab | false | null)[]): ComponentChildren {
  const links = tabs.flatMap((tab) => (tab ? [{ name: tab.name, href: page.to(tab.path) }] : []));
  const around = links.filter(({ href }) => `${page.path}/`.startsWith(`${href}/`));
  const current = around.toSorted((one, other) => other.href.length - one.href.length)[0]?.href;
  return (
    <nav class="tabs" aria-label={label}>
      {links.map(({ name, href }) => (
        <a href={href} {...(href === current && { 'aria-current': href === page.path ? 'page' : 'true' })}>
          {name}
        </a>
      ))}
    </nav>
  );
}

export function headingOf(title: ComponentChildren, ...actions: ComponentChildren[]): ComponentChildren {
  return (
    <div class="heading">
      <h1>{title}</h1>
      {actions.length > 0 && <div class="actions">{actions}</div>}
    </div>
  );
}

export function linkButton(href: string, text: string, kind: 'quiet' | '' = ''): ComponentChildren {
  return (
    <a class={`button ${kind}`} href={href}>
      {text}
    </a>
  );
}

export function cardOf(title: ComponentChildren, ...content: ComponentChildren[]): ComponentChildren {
  return (
    <section class="card">
      <h2>{title}</h2>
      {content}
    </section>
  );
}

/** A note that assistive technology reads out. */
export function noteOf(tone: 'good' | 'bad', content: ComponentChildren): ComponentChildren {
  return (
    <p class={`note ${tone}`} role={tone === 'good' ? 'status' : 'alert'}>
      {content}
    </p>
  );
}

/** A section that people unfold, for forms that are rarely needed. */
export function foldOf(summary: string, content: ComponentChildren, open = false): ComponentChildren {
  return (
    <details class="fold" open={open}>
      <summary>{summary}</summary>
      <div>{content}</div>
    </details>
  );
}

/** `note` shows the previous number. */
export function figureOf(name: string, value: ComponentChildren, note?: ComponentChildren): ComponentChildren {
  // A long number stays on one line.
  const size = typeof value === 'string' && value.length > 9 ? { class: 'long' } : null;
  return (
    <div class="figure">
      <span>{name}</span>
      <strong {...size}>{value}</strong>
      {note && <small>{note}</small>}
    </div>
  );
}

export function svgAddress(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** A place that a script of `islands/` fills, with its initial content and the data for the script. */
export function islandOf(name: string, props: object, content: ComponentChildren): ComponentChildren {
  return (
    <div data-island={name} data-props={JSON.stringify(props)}>
      {content}
    </div>
  );
}
