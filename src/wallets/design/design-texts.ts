import { invalidInput } from '../../kernel/problem.ts';

export interface DesignTexts {
  locations: readonly DesignLocation[];
  labels: DesignLabels;
  changes: ChangeTexts;
}

/** A place near which the phone shows the pass, with its text. */
export interface DesignLocation {
  latitude: number;
  longitude: number;
  text: string;
}

export type DesignLabels = Texts<keyof typeof labelUses>;

/** What the lock screen says of each change, with `%@` in place of the new value. */
export type ChangeTexts = Texts<keyof typeof changeUses>;

type Texts<Name extends string> = { [Each in Name]?: string | null | undefined };

type Use = 'COUPON' | 'CARD' | 'BOTH';

const labelUses = {
  status: 'BOTH',
  message: 'BOTH',
  details: 'BOTH',
  terms: 'BOTH',
  expiry: 'COUPON',
  offer: 'COUPON',
  conditions: 'COUPON',
  poweredBy: 'COUPON',
  stamps: 'CARD',
  points: 'CARD',
  rewards: 'CARD',
  name: 'CARD',
} as const satisfies Record<string, Use>;

const changeUses = {
  void: 'BOTH',
  claim: 'COUPON',
  validation: 'COUPON',
  expiry: 'COUPON',
  stamps: 'CARD',
  points: 'CARD',
  reward: 'CARD',
} as const satisfies Record<string, Use>;

/** Throws `INVALID_INPUT` for a text that passes of this kind of campaign do not have. `prefix` is the path of the texts. */
export function requireUsedTexts(
  kind: Exclude<Use, 'BOTH'>,
  { labels, changes }: { labels?: DesignLabels | null | undefined; changes?: ChangeTexts | null | undefined },
  prefix = '',
): void {
  requireUsed(kind, `${prefix}labels`, labels, labelUses);
  requireUsed(kind, `${prefix}changes`, changes, changeUses);
}

function requireUsed(kind: Use, field: string, texts: object | null | undefined, uses: Record<string, Use>): void {
  for (const [name, text] of Object.entries(texts ?? {})) {
    const use = uses[name];
    if (text == null || use === 'BOTH' || use === kind) continue;
    throw invalidInput(`${field}.${name}`, `is only for ${use === 'COUPON' ? 'coupons' : 'loyalty cards'}`);
  }
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
