import { ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN.js';
import type { ReactNode } from 'react';
import { theme } from './theme.ts';
import './base.css';

const BUTTON = { autoInsertSpace: false };

/** Language and theme around everything, the sign-in page included. */
export function ConsoleProviders({ children }: { children: ReactNode }): ReactNode {
  return (
    <ConfigProvider locale={zhCN} theme={theme} button={BUTTON}>
      {children}
    </ConfigProvider>
  );
}
