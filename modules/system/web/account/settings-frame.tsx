import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { BlankState, HelpButton, usePage } from '#kit/web/index.ts';
import './account.css';

const SECTIONS: readonly [path: string, title: string][] = [
  ['/account/settings/base', '基本设置'],
  ['/account/settings/security', '安全设置'],
  ['/account/settings/notification', '新消息通知'],
  ['/account/settings/devices', '登录设备'],
];

/** A section of the account's settings; each has an address of its own. */
export function SettingsFrame({ children }: { children: ReactNode }): ReactNode {
  const page = usePage();
  const title = SECTIONS.find(([path]) => path === page.path)?.[1];
  return (
    <div className="ac-settings">
      <nav className="ac-sections" aria-label="账号设置">
        {SECTIONS.map(([path, name]) => (
          <a
            key={path}
            href={path}
            {...(path === page.path ? { 'aria-current': 'page' as const } : {})}
            onClick={(event) => {
              // Another window is the browser's business.
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              page.open(path);
            }}
          >
            {name}
          </a>
        ))}
      </nav>
      <div className="ac-section">
        <div className="wb-titled">
          <h1>{title}</h1>
          <HelpButton />
        </div>
        {children}
      </div>
    </div>
  );
}

/** What stands in a section until its answer is there, or when there is none. */
export function Awaited<T>({
  of: { data, error, refetch },
  children,
}: {
  of: { data: T | undefined; error: Error | null; refetch: () => unknown };
  children: (data: T) => ReactNode;
}): ReactNode {
  if (data !== undefined) return children(data);
  if (!error) return <Skeleton active />;
  return (
    <BlankState
      tone="bad"
      title="加载失败"
      text={error.message}
      actions={
        <Button type="primary" onClick={() => void refetch()}>
          重试
        </Button>
      }
    />
  );
}
