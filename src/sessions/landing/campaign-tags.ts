/** The parameters in the address of a page: `utm_source` and similar ones, and `custom1` to `custom8`. */
export interface CampaignTags {
  utm: Partial<Record<(typeof utmNames)[keyof typeof utmNames], string>>;
  custom: Record<string, string>;
}

const utmNames = {
  utm_campaign: 'utmCampaign',
  utm_source: 'utmSource',
  utm_medium: 'utmMedium',
  utm_term: 'utmTerm',
  utm_content: 'utmContent',
} as const;

const customNames = Array.from({ length: 8 }, (_, index) => `custom${index + 1}`);

const longest = 255;

/** Cuts long values, and drops malformed ones, so that none of them causes an error. */
export function campaignTags(given: Readonly<Record<string, unknown>>): CampaignTags {
  const textOf = (name: string) => {
    // If a field is repeated, the last one counts, as everywhere else.
    const value = Object.hasOwn(given, name) ? [given[name]].flat().at(-1) : undefined;
    // Express replaces bytes that are not UTF-8, which this detects.
    return typeof value === 'string' && !value.includes('\ufffd')
      ? value
          .replace(/\p{Cc}/gu, ' ')
          .trim()
          .slice(0, longest)
          .toWellFormed()
      : '';
  };
  const present = (names: readonly (readonly [string, string])[]) =>
    Object.fromEntries(names.flatMap(([name, property]) => (textOf(name) ? [[property, textOf(name)]] : [])));
  return { utm: present(Object.entries(utmNames)), custom: present(customNames.map((name) => [name, name])) };
}

export function allTags(tags: CampaignTags): Record<string, string> {
  const empty = [...Object.keys(utmNames), ...customNames].map((name) => [name, '']);
  return { ...Object.fromEntries(empty), ...tagParameters(tags) };
}

export function tagParameters({ utm, custom }: CampaignTags): Record<string, string> {
  const own = Object.entries(utmNames).flatMap(([name, property]) => (utm[property] ? [[name, utm[property]]] : []));
  return { ...Object.fromEntries(own), ...custom };
}
