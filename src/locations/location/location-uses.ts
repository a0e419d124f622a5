import type { Connection } from '../../kernel/database/database.ts';
import { ExtensionPoint } from '../../kernel/extension-point.ts';

/** Functions that determine whether a location is in use. Such a location cannot be deleted. */
export const locationUses = new ExtensionPoint<(connection: Connection, locationId: string) => Promise<boolean>>(
  'locationUses',
);
