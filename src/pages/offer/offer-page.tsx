import type { ComponentChildren } from 'preact';
import { firstFilled, isBlank } from '../../kernel/values/blank.ts';
import { dictionaries, type Language } from '../../words/languages.ts';
import type { SitePage } from '../public/site.tsx';
import { colorsPath } from './brand-colors.ts';
import type { Sender } from './sender.ts';

interface OfferPage {
  language: Language;
  sender: Sender;
  title: string;
  /** The text below the title in link previews. It must contain no personal data. */
  summary?: string | null;
  status?: number;
  /** Further elements of the head, such as scripts. */
  head?: ComponentChildren;
  /** Attributes of the card, such as data for a script. */
  attributes?: Record<string, string | number | null>;
  main: ComponentChildren;
  below?: ComponentChildren;
}

/**
 * Shows the page in the sender's design: a header with its name and logo, a card that begins with the pictures, and a
 * footer.
 */
export function offerPage({ sender, main, below, head, attributes, summary = null, ...page }: OfferPage): SitePage {
  const { language, title } = page;
  return {
    ...page,
    head: [
      sender.colors && <link rel="stylesheet" href={colorsPath(sender.colors)} />,
      sharedFacts({ sender, title, summary: firstFilled(summary) || null }),
      head,
    ],
    header: senderHeader(sender),
    main: (
      <div class="width offer">
        <article class="card session" {...attributes}>
          {pictureStrip(sender, language)}
          <div class="card-text">{main}</div>
        </article>
        {below}
      </div>
    ),
    foot: senderFooter(sender, language),
  };
}

/** Returns facts for link previews. The address is left out, because that of a personal page is a secret. */
function sharedFacts({ sender, title, summary }: { sender: Sender; title: string; summary: string | null }) {
  const image = sender.banners.find((address) => address.startsWith('https:'));
  const facts = { title, description: summary, site_name: sender.name, type: 'website', image };
  return Object.entries(facts)
    .filter(([, content]) => content)
    .map(([name, content]) => <meta property={`og:${name}`} content={content ?? ''} />);
}

function senderHeader({ name, logo }: Sender) {
  return (
    <header class="sender">
      <div class="width">
        {logo && <img class="sender-logo" src={logo} alt="" referrerpolicy="no-referrer" />}
        <p>{name}</p>
      </div>
    </header>
  );
}

/** Shows pictures. Several pictures appear side by side, in a strip that scrolls. */
function pictureStrip({ banners, name }: Sender, language: Language) {
  const pictures = banners.map((src, index) => (
    <img class="picture" src={src} alt="" referrerpolicy="no-referrer" loading={index === 0 ? undefined : 'lazy'} />
  ));
  if (pictures.length < 2) return pictures;
  return (
    <div class="pictures" role="group" aria-label={dictionaries[language].offerPage.pictures(name)} tabindex={0}>
      {pictures}
    </div>
  );
}

/** Shows the terms in brief. The full terms can be expanded. */
export function conditions(
  { terms, termsShort }: { terms?: string | null; termsShort?: string | null },
  language: Language,
) {
  return [
    !isBlank(termsShort) && <p class="facts lines">{termsShort}</p>,
    !isBlank(terms) && (
      <details class="facts terms">
        <summary>{dictionaries[language].offerPage.terms}</summary>
        <p class="lines">{terms}</p>
      </details>
    ),
  ];
}

function senderFooter({ name, link }: Sender, language: Language) {
  return (
    <p class="offered">
      {`${dictionaries[language].offerPage.offeredBy} `}
      <strong>{name}</strong>
      {link && [
        ' · ',
        <a href={link} rel="noopener noreferrer">
          {new URL(link).hostname}
        </a>,
      ]}
    </p>
  );
}
