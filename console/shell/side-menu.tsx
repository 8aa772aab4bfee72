import { useMemo, useState, type ReactNode } from 'react';
import { fetched } from '#ui/fetched.tsx';
import { useMenuChoice } from './menu-choice.tsx';
import { trailOf, type MenuEntry } from './menu.ts';
import type { NarrowMenuProps } from './narrow-menu.tsx';
import { openSubmenus } from './open-submenus.ts';
import { WideMenu } from './wide-menu.tsx';

/** The menu of the widget library, which the wide one does without. */
const NarrowMenu = fetched<NarrowMenuProps>(() => import('./narrow-menu.tsx').then((module) => module.NarrowMenu));

export interface PageMenuProps {
  entries: readonly MenuEntry[];
  /** Path of the page in front, its parameters filled in. */
  active: string | null;
  theme: 'light' | 'dark';
  onOpen: (path: string) => void;
}

/**
 * The menu of pages beside them. One root is open at a time; collapsed, submenus come out on hover,
 * and those that were open are open again afterwards.
 */
export function SideMenu({
  entries,
  active,
  theme,
  isCollapsed,
  onOpen,
}: PageMenuProps & { isCollapsed: boolean }): ReactNode {
  const choose = useMenuChoice(entries, onOpen);
  const trail = useMemo(() => trailOf(entries, active ?? ''), [entries, active]);
  const [open, setOpen] = useState<{ of: string | null; keys: string[] }>({ of: null, keys: [] });
  // A page that the menu does not show (one order, say) leaves open what was open; so does the very
  // first page, when somebody was quicker than it.
  if (open.of !== active && trail.length > 0) {
    const above = trail.slice(0, -1).map((entry) => entry.key);
    const wasQuicker = open.of === null && open.keys.length > 0 && above.length === 0;
    setOpen({ of: active, keys: wasQuicker ? open.keys : above });
  }
  if (!isCollapsed)
    return (
      <WideMenu
        entries={entries}
        trail={trail.map(({ key }) => key)}
        open={open.keys}
        theme={theme}
        onOpen={(keys) => setOpen({ of: open.of, keys: openSubmenus(entries, open.keys, keys) })}
        onChoose={choose}
      />
    );
  return <NarrowMenu entries={entries} active={active} theme={theme} onChoose={choose} />;
}
