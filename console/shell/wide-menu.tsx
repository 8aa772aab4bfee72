import { memo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useSteady } from '#ui/use-steady.ts';
import { menuIcon } from './menu-icons.tsx';
import type { MenuEntry } from './menu.ts';
import './wide-menu.css';

interface WideMenuProps {
  entries: readonly MenuEntry[];
  /** The page in front, and what stands above it, outermost first. */
  trail: readonly string[];
  /** Keys of the containers whose entries are in sight. */
  open: readonly string[];
  theme: 'light' | 'dark';
  onOpen: (keys: string[]) => void;
  onChoose: (key: string) => void;
}

/**
 * The menu beside the pages while it is wide. Drawn by ourselves: it is there at every change of page,
 * and the widget library then draws each entry again with a tooltip and a place for a popup that this
 * menu never has, which was nearly half of what a change of page took.
 */
export function WideMenu({ entries, trail, open, theme, onOpen, onChoose }: WideMenuProps): ReactNode {
  const [focused, setFocused] = useState<string | null>(null);
  const choose = useSteady((entry: MenuEntry) => {
    if (entry.children.length === 0) return onChoose(entry.key);
    const isOpen = open.includes(entry.key);
    onOpen(isOpen ? open.filter((key) => key !== entry.key) : [...open, entry.key]);
  });
  const sighted = visibleEntries(entries, open);
  // One stop of the Tab key; the arrows go on from there.
  const stops = new Set(sighted.map(({ key }) => key));
  const stop = [focused, ...trail.toReversed(), sighted[0]?.key].find(
    (key) => typeof key === 'string' && stops.has(key),
  );
  const draw = (some: readonly MenuEntry[], depth: number): ReactNode =>
    some.map((entry) => {
      const isOpen = open.includes(entry.key);
      return (
        <MenuLine
          key={entry.key}
          entry={entry}
          depth={depth}
          isOpen={isOpen}
          look={lookOf(entry, trail)}
          isStop={entry.key === stop}
          onChoose={choose}
        >
          {isOpen && entry.children.length > 0 ? draw(entry.children, depth + 1) : null}
        </MenuLine>
      );
    });
  return (
    <ul
      role="menu"
      className={`wb-menu wb-menu-${theme}`}
      onKeyDown={walk}
      onFocus={({ target }) => setFocused(target.getAttribute('data-menu'))}
    >
      {draw(entries, 0)}
    </ul>
  );
}

/** Entries that the open containers show, in their order. */
const visibleEntries = (entries: readonly MenuEntry[], open: readonly string[]): MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...(open.includes(entry.key) ? visibleEntries(entry.children, open) : [])]);

type Look = 'here' | 'above' | null;

const lookOf = ({ key }: MenuEntry, trail: readonly string[]): Look => {
  if (!trail.includes(key)) return null;
  return trail.at(-1) === key ? 'here' : 'above';
};

const MenuLine = memo(function MenuLine({
  entry,
  depth,
  isOpen,
  look,
  isStop,
  onChoose,
  children,
}: {
  entry: MenuEntry;
  depth: number;
  isOpen: boolean;
  look: Look;
  isStop: boolean;
  onChoose: (entry: MenuEntry) => void;
  children: ReactNode;
}): ReactNode {
  const { key, title, icon } = entry;
  const isContainer = entry.children.length > 0;
  return (
    <li role="none">
      <div
        role="menuitem"
        className={`wb-menu-line${look ? ` wb-menu-${look}` : ''}`}
        style={{ paddingInlineStart: INDENT * (depth + 1) }}
        title={title}
        tabIndex={isStop ? 0 : -1}
        data-menu={key}
        aria-current={look === 'here' ? 'page' : undefined}
        {...(isContainer ? { 'aria-haspopup': true, 'aria-expanded': isOpen } : {})}
        onClick={() => onChoose(entry)}
      >
        {depth === 0 && menuIcon(icon)}
        <span className="wb-menu-title">{title}</span>
        {isContainer && <i className="wb-menu-arrow" aria-hidden />}
      </div>
      {children !== null && (
        <ul role="menu" aria-label={title}>
          {children}
        </ul>
      )}
    </li>
  );
});

/** px that each depth stands in. */
const INDENT = 16;

/** Arrows, Home and End go to the lines in sight; left and right close and open the one in focus. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-menu]')];
  const at = lines.findIndex((line) => line === document.activeElement);
  const line = lines[at];
  if (!line) return;
  const isOpen = line.getAttribute('aria-expanded');
  const operations: Readonly<Record<string, () => void>> = {
    ArrowDown: () => lines[(at + 1) % lines.length]?.focus(),
    ArrowUp: () => lines.at(at - 1)?.focus(),
    Home: () => lines[0]?.focus(),
    End: () => lines.at(-1)?.focus(),
    Enter: () => line.click(),
    ' ': () => line.click(),
    ArrowRight: () => isOpen === 'false' && line.click(),
    ArrowLeft: () => (isOpen === 'true' ? line.click() : aboveOf(line)?.focus()),
  };
  const operation = operations[event.key];
  if (!operation) return;
  event.preventDefault();
  operation();
}

const aboveOf = (line: HTMLElement): HTMLElement | null | undefined =>
  line.closest('ul')?.closest('li')?.querySelector<HTMLElement>('[data-menu]');
