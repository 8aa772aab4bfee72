import { createHash } from 'node:crypto';
import type { OwnAccess } from '../model/routes/session.ts';
import { written } from '#kit/server/written.ts';
import { menuFor } from './menu.ts';
import type { PermissionRow } from './permission-table.ts';

/** The answer of getUserPermissionByToken, written. */
interface CachedMenu {
  /** Another one whenever a menu, a button, the zone or the currency is another. */
  name: string;
  answer: OwnAccess;
}

interface Built {
  rows: readonly PermissionRow[];
  byPlace: Map<string, CachedMenu>;
}

export interface Menus {
  /**
   * The menu of whoever holds these rights, with the zone and the currency of their tenant.
   * @param codes the same set for everybody who may the same
   */
  of(
    rows: readonly PermissionRow[],
    granted: ReadonlySet<string>,
    codes: ReadonlySet<string>,
    place: Pick<OwnAccess, 'timezone' | 'baseCurrency'>,
  ): CachedMenu;
}

/** Menus are built once for all who have the same rights, and again when menus change. */
export function createMenus(): Menus {
  const built = new WeakMap<ReadonlySet<string>, Built>();
  return {
    of(rows, granted, codes, place) {
      let stored = built.get(codes);
      if (stored?.rows !== rows) built.set(codes, (stored = { rows, byPlace: new Map() }));
      const at = `${place.timezone} ${place.baseCurrency}`;
      let menu = stored.byPlace.get(at);
      if (!menu) {
        const json = Buffer.from(JSON.stringify({ ...menuFor(rows, granted, codes), ...place }));
        const name = createHash('sha256').update(json).digest('base64url');
        stored.byPlace.set(at, (menu = { name, answer: written(json) }));
      }
      return menu;
    },
  };
}
