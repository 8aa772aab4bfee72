import { useMemo, useState } from 'react';
import { useSteady } from '#ui/use-steady.ts';
import { CLICK_DEBOUNCE_MS } from '#kit/model/limits.ts';
import { writeLocal, readLocal } from '#ui/browser-store.ts';

const KEY = 'waybill.menuCollapsed';

export interface MenuState {
  /** Wide beside the page, or drawn out over it. */
  isOpen: boolean;
  toggle: () => void;
  /** After a page was chosen: a drawer closes, the menu beside the page stays. */
  chosen: () => void;
}

/** The menu beside the page, wide or collapsed as it was left, or the drawer of a small device. */
export function useMenuState(isDrawer: boolean): MenuState {
  const [isCollapsed, setCollapsed] = useState(() => readLocal(KEY) === '1');
  const [isDrawn, setDrawn] = useState(false);
  const [toggledAt, setToggledAt] = useState(-CLICK_DEBOUNCE_MS);
  const [wasDrawer, setWasDrawer] = useState(isDrawer);
  if (wasDrawer !== isDrawer) {
    // A window made small closes the menu, one made wide opens it (spec §4).
    setWasDrawer(isDrawer);
    setDrawn(false);
    if (!isDrawer) setCollapsed(false);
  }
  const isOpen = isDrawer ? isDrawn : !isCollapsed;
  const toggle = useSteady(() => {
    const now = performance.now();
    if (now - toggledAt < CLICK_DEBOUNCE_MS) return;
    setToggledAt(now);
    if (isDrawer) return setDrawn(!isDrawn);
    writeLocal(KEY, isCollapsed ? '0' : '1');
    setCollapsed(!isCollapsed);
  });
  return useMemo(() => ({ isOpen, toggle, chosen: () => setDrawn(false) }), [isOpen, toggle]);
}
