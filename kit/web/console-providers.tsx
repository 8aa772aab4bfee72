import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN.js';
import type { ReactNode } from 'react';
import { FeedbackBridge } from './feedback.tsx';
import { theme } from './theme.ts';
import './base.css';

const BUTTON = { autoInsertSpace: false };

/** Language, theme and feedback around everything, the sign-in page included. */
export function ConsoleProviders({ children }: { children: ReactNode }): ReactNode {
  return (
    <ConfigProvider locale={zhCN} theme={theme} button={BUTTON}>
      <App message={{ maxCount: 3 }} className="wb-app">
        <FeedbackBridge>{children}</FeedbackBridge>
      </App>
    </ConfigProvider>
  );
}
