import { CloseOutlined, DownOutlined } from '@ant-design/icons';
import { Button, type MenuProps } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { Dropdown } from './dropdown.ts';
import type { CloseScope, PageTab } from './tabs.ts';

interface TabBarProps {
  tabs: readonly PageTab[];
  active: string | null;
  home: string;
  onOpen: (tab: PageTab) => void;
  onClose: (key: string, scope: CloseScope) => void;
  onRefresh: (key: string) => void;
}

/**
 * The opened pages. A right click, or the button at the end, offers refresh and closing; arrows walk
 * along, Delete and a middle click close; the wheel moves a row that is longer than the window.
 */
export function TabBar(props: TabBarProps): ReactNode {
  const { active, home } = props;
  // One menu for all of them: a trigger around each is what drawing the row again would cost most.
  const [pointed, setPointed] = useState<string | null>(null);
  const tabs = props.tabs.filter((tab) => !tab.route.hideTab);
  const row = useRef<HTMLUListElement>(null);
  const count = tabs.length;
  useEffect(() => {
    const front = row.current?.querySelector('.wb-tab-active');
    front?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active, count]);
  useWheelScroll(row);
  return (
    <nav className="wb-tabs" aria-label="已打开的页面">
      <Dropdown menu={menuOf(props, pointed ?? home)} trigger={['contextMenu']}>
        <ul
          ref={row}
          onKeyDown={walk}
          onContextMenuCapture={(event) => {
            const key = keyAt(event.target);
            if (key === null) event.stopPropagation();
            else setPointed(key);
          }}
        >
          {tabs.map((tab) => (
            <li key={tab.key} className={tab.key === active ? 'wb-tab-active' : ''} data-tab={tab.key}>
              <TabButtons {...props} tab={tab} />
            </li>
          ))}
        </ul>
      </Dropdown>
      {active && (
        <Dropdown
          menu={menuOf(props, active, tabs)}
          trigger={['click']}
          placement="bottomRight"
          classNames={{ root: 'wb-tab-menu' }}
        >
          <Button type="text" size="small" icon={<DownOutlined />} aria-label="页面操作" />
        </Dropdown>
      )}
    </nav>
  );
}

/** The tab that a click is on. */
const keyAt = (target: EventTarget): string | null =>
  (target instanceof Element && target.closest('li')?.getAttribute('data-tab')) || null;

/** The wheel of a mouse turns up and down; the row of tabs goes left and right. */
function useWheelScroll(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = row.current;
    const turn = (event: WheelEvent): void => {
      if (!element || event.deltaX !== 0 || element.scrollWidth <= element.clientWidth) return;
      event.preventDefault();
      element.scrollLeft += event.deltaY;
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [row]);
}

/** Arrows, Home and End move along the tabs. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('.wb-tab-open')];
  const at = buttons.findIndex((button) => button.parentElement?.contains(document.activeElement));
  if (at < 0) return;
  const last = buttons.length - 1;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  buttons[Math.min(Math.max(to, 0), last)]?.focus();
}

function TabButtons({ tab, active, home, onOpen, onClose }: TabBarProps & { tab: PageTab }): ReactNode {
  return (
    <>
      <button
        type="button"
        className="wb-tab-open"
        aria-current={tab.key === active ? 'page' : undefined}
        title={tab.title}
        onClick={() => onOpen(tab)}
        onKeyDown={(event) => {
          if (event.key === 'Delete') onClose(tab.key, 'one');
        }}
        onAuxClick={(event) => event.button === 1 && onClose(tab.key, 'one')}
      >
        {tab.title}
      </button>
      {tab.key !== home && (
        <button
          type="button"
          className="wb-tab-close"
          aria-label={`关闭 ${tab.title}`}
          onClick={() => onClose(tab.key, 'one')}
        >
          <CloseOutlined />
        </button>
      )}
    </>
  );
}

/** @param open the opened pages, listed below the rest where the row may be too long to see them */
function menuOf({ onOpen, onClose, onRefresh }: TabBarProps, key: string, open: readonly PageTab[] = []): MenuProps {
  const pages = open.map((tab) => ({ key: `open ${tab.key}`, label: tab.title }));
  return {
    items: [
      { key: 'refresh', label: '刷新' },
      { type: 'divider' },
      { key: 'left', label: '关闭左侧' },
      { key: 'right', label: '关闭右侧' },
      { key: 'others', label: '关闭其他' },
      ...(pages.length > 1 ? [{ type: 'divider' as const }, ...pages] : []),
    ],
    selectedKeys: [`open ${key}`],
    onClick: ({ key: what, domEvent }) => {
      domEvent.stopPropagation();
      const page = open.find((tab) => what === `open ${tab.key}`);
      if (page) onOpen(page);
      else if (what === 'refresh') onRefresh(key);
      else onClose(key, what as CloseScope);
    },
  };
}
