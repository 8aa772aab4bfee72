import { useMemo } from 'react';
import { useSteady } from '#ui/use-steady.ts';
import type { Settings } from '../settings/settings.ts';
import type { PageMenuProps } from './side-menu.tsx';
import { menuHref } from './tabs.ts';
import { useMenuEntries } from './use-menu-entries.ts';
import type { MenuState } from './use-menu-state.ts';
import type { OpenPagesState } from './use-open-pages.ts';

interface PageMenus {
  /** Beside the pages: of the very first one it shows where it will stand. */
  beside: PageMenuProps;
  /** On top of them, or below on a phone. */
  above: PageMenuProps;
  /** To be searched only: the same one whatever page is in front. */
  searched: PageMenuProps;
}

/** The menu of pages in its places: each the same one until something that it shows is another. */
export function usePageMenus(
  shell: OpenPagesState,
  menu: MenuState,
  { multipage, navTheme: theme }: Settings,
): PageMenus {
  const { active, named } = shell;
  const entries = useMenuEntries();
  const onOpen = useSteady((path: string) => {
    menu.chosen();
    shell.open(multipage ? menuHref(shell, path) : path);
  });
  const searched = useMemo(() => ({ entries, active: null, theme, onOpen }), [entries, theme, onOpen]);
  const above = useMemo(() => ({ ...searched, active }), [searched, active]);
  const beside = useMemo(() => ({ ...searched, active: named }), [searched, named]);
  return { beside, above, searched };
}
