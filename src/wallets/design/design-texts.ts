import { invalidInput, refuseTogether } from '../../kernel/problem.ts';

export interface DesignTexts {
  locations: readonly DesignLocation[];
  labels: DesignLabels;
  changes: ChangeTexts;
}

export interface DesignLocation {
  latitude: number;
  longitude: number;
  text: string;
}

export type DesignLabels = Texts<keyof typeof labelUses>;

/** The texts for the lock screen. They have `%@` where the new value appears. */
export type ChangeTexts = Texts<keyof typeof changeUses>;

type Texts<Name extends string> = { [Each in Name]?: string | null | undefined };

export type Use = 'COUPON' | 'CARD' | 'BOTH';

export const labelUses = {
  status: { use: 'BOTH', field: 'the status' },
  message: { use: 'BOTH', field: 'the last message' },
  details: { use: 'BOTH', field: 'the description' },
  terms: { use: 'BOTH', field: 'the terms and conditions' },
  expiry: { use: 'COUPON', field: 'the expiry date' },
  offer: { use: 'COUPON', field: 'the subtitle' },
  conditions: { use: 'COUPON', field: 'the terms and conditions in brief' },
  poweredBy: { use: 'COUPON', field: 'the address of the company' },
  stamps: { use: 'CARD', field: 'the stamps' },
  points: { use: 'CARD', field: 'the points' },
  rewards: { use: 'CARD', field: 'the rewards' },
  name: { use: 'CARD', field: 'the name of the user' },
} as const satisfies Record<string, { use: Use; field: string }>;

/** The changes that appear on the lock screen, and what `%@` means. */
export const changeUses = {
  void: { use: 'BOTH', change: 'the coupon or the user is voided', value: 'the new status' },
  claim: { use: 'COUPON', change: 'the coupon is claimed', value: 'the new status' },
  validation: { use: 'COUPON', change: 'the coupon is validated', value: 'the new status' },
  expiry: { use: 'COUPON', change: 'the expiry date changes', value: 'the new date' },
  stamps: { use: 'CARD', change: 'the number of stamps changes', value: 'the stamps, such as `3/10`' },
  points: { use: 'CARD', change: 'the number of points changes', value: 'the points' },
  reward: { use: 'CARD', change: 'the usable rewards change', value: 'their names' },
} as const satisfies Record<string, { use: Use; change: string; value: string }>;

export function ofEach<Name extends string, Made>(
  uses: Readonly<Record<Name, object>>,
  make: (name: Name) => Made,
): Record<Name, Made> {
  const made = Object.keys(uses).map((name) => [name, make(name as Name)]);
  return Object.fromEntries(made) as Record<Name, Made>;
}

/**
 * Checks the texts. Throws `INVALID_INPUT` for a text that these passes cannot show. `prefix` is the path of the texts.
 */
export function requireUsedTexts(
  kind: Exclude<Use, 'BOTH'>,
  { labels, changes }: { labels?: DesignLabels | null | undefined; changes?: ChangeTexts | null | undefined },
  prefix = '',
): void {
  refuseTogether([
    ...unused(kind, `${prefix}labels`, labels, labelUses),
    ...unused(kind, `${prefix}changes`, changes, changeUses),
  ]);
}

function unused(kind: Use, field: string, texts: object | null | undefined, uses: Record<string, { use: Use }>) {
  return Object.entries(texts ?? {}).map(([name, text]) => {
    const use = uses[name]?.use;
    if (text == null || use === 'BOTH' || use === kind) return null;
    return invalidInput(`${field}.${name}`, `is only for ${use === 'COUPON' ? 'coupons' : 'loyalty cards'}`);
  });
}

export function textsOf({
  locationList,
  labelList,
  changeList,
}: Record<'locationList' | 'labelList' | 'changeList', string | null>): DesignTexts {
  return {
    locations: locationList ? JSON.parse(locationList) : [],
    labels: labelList ? JSON.parse(labelList) : {},
    changes: changeList ? JSON.parse(changeList) : {},
  };
}
