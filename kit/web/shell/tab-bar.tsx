import { CloseOutlined, DownOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import type { CloseScope, PageTab } from './tabs.ts';

export interface TabBarProps {
  tabs: readonly PageTab[];
  active: string | null;
  home: string;
  onOpen: (tab: PageTab) => void;
  onClose: (key: string, scope: CloseScope) => void;
  onRefresh: (key: string) => void;
}

/** The opened pages. A right click, or the button at the end, offers refresh and closing. */
export function TabBar(props: TabBarProps): ReactNode {
  const { tabs, active } = props;
  const front = useRef<HTMLLIElement>(null);
  useEffect(() => {
    front.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active, tabs]);
  return (
    <nav className="wb-tabs" aria-label="已打开的页面">
      <ul>
        {tabs.map((tab) => (
          <Dropdown key={tab.key} menu={menuOf(props, tab.key)} trigger={['contextMenu']}>
            <li
              ref={tab.key === active ? front : null}
              className={tab.key === active ? 'wb-tab-active' : ''}
            >
              <TabButtons {...props} tab={tab} />
            </li>
          </Dropdown>
        ))}
      </ul>
      {active && (
        <Dropdown menu={menuOf(props, active)} trigger={['click']} placement="bottomRight">
          <Button type="text" size="small" icon={<DownOutlined />} aria-label="页面操作" />
        </Dropdown>
      )}
    </nav>
  );
}

function TabButtons({
  tab,
  active,
  home,
  onOpen,
  onClose,
}: TabBarProps & { tab: PageTab }): ReactNode {
  return (
    <>
      <button
        type="button"
        className="wb-tab-open"
        aria-current={tab.key === active ? 'page' : undefined}
        title={tab.title}
        onClick={() => onOpen(tab)}
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

const menuOf = ({ onClose, onRefresh }: TabBarProps, key: string): MenuProps => ({
  items: [
    { key: 'refresh', label: '刷新' },
    { type: 'divider' },
    { key: 'left', label: '关闭左侧' },
    { key: 'right', label: '关闭右侧' },
    { key: 'others', label: '关闭其他' },
  ],
  onClick: ({ key: what, domEvent }) => {
    domEvent.stopPropagation();
    if (what === 'refresh') onRefresh(key);
    else onClose(key, what as CloseScope);
  },
});
