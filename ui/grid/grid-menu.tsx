import { Dropdown } from 'antd';
import { useEffect, type CSSProperties, type ReactNode } from 'react';
import type { GridSession } from './grid-session.ts';
import type { GridWork } from './grid-work.ts';
import { menuActs } from './menu-items.ts';
import { useGridState } from './use-grid-state.ts';

export interface GridMenuProps {
  session: GridSession;
  work: GridWork;
}

/** px of the menu's width, of a line of it, and around all of them. */
const WIDTH = 224;
const LINE = 31;
const AROUND = 16;

/** Where it was asked for, or as near to it as the whole menu stands in the window. */
const placeFor = ({ x, y }: { x: number; y: number }, lines: number): CSSProperties => ({
  left: Math.max(0, Math.min(x, innerWidth - WIDTH)),
  top: Math.max(0, Math.min(y, innerHeight - lines * LINE - AROUND)),
});

/** The menu of what is selected, at the mouse or the cell of the cursor. */
export function GridMenu({ session, work }: GridMenuProps): ReactNode {
  const at = useGridState(session, () => session.panels.menuAt);
  useEffect(() => {
    if (!at) return undefined;
    // The key that opened it asks the browser for its own menu too, once it is let go.
    const keep = (event: Event): void => event.preventDefault();
    document.addEventListener('contextmenu', keep, true);
    return () => document.removeEventListener('contextmenu', keep, true);
  }, [at]);
  if (!at) return null;
  const groups = menuActs(session, work);
  const close = (): void => {
    session.panels.closeMenu();
    session.viewport.focusCell();
  };
  const items = groups.flatMap((group, index) => [
    ...(index > 0 ? [{ type: 'divider' as const, key: `line${index}` }] : []),
    ...group.map(({ key, label, keys, isDanger = false }) => ({
      key,
      label,
      danger: isDanger,
      ...(keys === undefined ? {} : { extra: <kbd className="wb-grid-keys">{keys}</kbd> }),
    })),
  ]);
  return (
    <Dropdown
      // Each opening measures its room again.
      key={`${at.x} ${at.y}`}
      open
      autoFocus
      trigger={['click']}
      classNames={{ root: 'wb-grid-menu' }}
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      menu={{
        items,
        'aria-label': `${work.title}菜单`,
        onKeyDown: (event) => {
          if (event.key !== 'Escape' && event.key !== 'Tab') return;
          event.preventDefault();
          event.stopPropagation();
          close();
        },
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation();
          close();
          groups
            .flat()
            .find((one) => one.key === key)
            ?.run();
        },
      }}
    >
      <span className="wb-grid-menu-at" style={placeFor(at, items.length)} />
    </Dropdown>
  );
}
