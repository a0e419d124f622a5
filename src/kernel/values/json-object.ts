/** Returns the object that a text contains as JSON; an empty one for any other text. */
export function jsonObjectIn(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
