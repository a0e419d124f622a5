/* The till also runs this file, so it imports nothing. */

export type PointsRounding = 'DOWN' | 'NEAREST' | 'UP';

/** The number of decimal places of amounts, and of points for each unit of money. */
const [amountPlaces, ratePlaces] = [3, 4];

/** Returns the points for an amount. It calculates with whole numbers, so the result is exact. */
export function pointsFor(amount: string, pointsPerAmount: string, rounding: PointsRounding): number {
  const unit = 10n ** BigInt(amountPlaces + ratePlaces);
  const product = wholeNumber(amount, amountPlaces) * wholeNumber(pointsPerAmount, ratePlaces);
  const extra = { DOWN: 0n, NEAREST: unit / 2n, UP: unit - 1n }[rounding];
  return Number((product + extra) / unit);
}

/** Returns a decimal number times 10 to the power of `places`. */
function wholeNumber(decimal: string, places: number): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
}
