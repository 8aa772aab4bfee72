import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react';

interface ToolbarProps {
  label: string;
  /** Escape: back to what the tools work on. */
  onLeave: () => void;
  children: ReactNode;
}

const TOOL = '[data-tool]';

/**
 * Tools in one stop of the Tab key: arrows, Home and End go from one to the next (the toolbar
 * pattern of the ARIA practices).
 */
export function Toolbar({ label, onLeave, children }: ToolbarProps): ReactNode {
  const bar = useRef<HTMLDivElement>(null);
  const current = useRef(0);
  const tools = (): HTMLElement[] => [...(bar.current?.querySelectorAll<HTMLElement>(TOOL) ?? [])];
  const mark = (): void => {
    const all = tools();
    current.current = Math.min(current.current, Math.max(all.length - 1, 0));
    for (const [index, tool] of all.entries()) tool.tabIndex = index === current.current ? 0 : -1;
  };
  useLayoutEffect(mark);
  const press = (event: KeyboardEvent): void => {
    if (!tools().includes(event.target as HTMLElement)) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      return onLeave();
    }
    const to = nextTool(event.key, current.current, tools().length);
    if (to === null) return;
    event.preventDefault();
    tools()[to]?.focus();
  };
  return (
    // The tools inside bring the keyboard; this only hears what they do.
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      className="wb-tools"
      onKeyDown={press}
      onFocus={(event) => {
        const index = tools().indexOf(event.target as HTMLElement);
        if (index < 0) return;
        current.current = index;
        mark();
      }}
    >
      {children}
    </div>
  );
}

/** @returns null = the key does not walk */
function nextTool(key: string, current: number, count: number): number | null {
  if (key === 'ArrowRight') return (current + 1) % count;
  if (key === 'ArrowLeft') return (current - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

interface ToolButtonProps {
  label: string;
  /** Shown behind the name, e.g. `Ctrl+B`. */
  keys?: string | undefined;
  icon: ReactNode;
  /** Absent: it is no switch. */
  isOn?: boolean | undefined;
  /** Stays in reach of the arrows: what is gone would take the focus with it. */
  isOff?: boolean | undefined;
  /** Opens something, which is shown now or not. */
  isOpen?: boolean | undefined;
  ref?: Ref<HTMLButtonElement>;
  /** @param byPointer whoever points goes on in the text, whoever presses a key stays here */
  onUse: (byPointer: boolean) => void;
}

export function ToolButton({ label, keys, icon, isOn, isOff = false, isOpen, ref, onUse }: ToolButtonProps): ReactNode {
  return (
    <button
      ref={ref}
      type="button"
      data-tool
      className="wb-tool"
      aria-label={label}
      title={keys ? `${label}（${keys}）` : label}
      aria-pressed={isOn}
      aria-disabled={isOff || undefined}
      aria-haspopup={isOpen === undefined ? undefined : 'dialog'}
      aria-expanded={isOpen}
      // The selection of the text stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (!isOff) onUse(event.detail > 0);
      }}
    >
      {icon}
    </button>
  );
}
