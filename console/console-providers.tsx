import { ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN.js';
import { useMemo, type ReactNode } from 'react';
import { useColorScheme } from '#ui/color-scheme.ts';
import { useSettings } from './settings/settings-store.ts';
import { tonesOf } from './settings/tones.ts';
import { themeOf } from './theme.ts';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import '#ui/tokens.css';
import './base.css';

const BUTTON = { autoInsertSpace: false };

/** Language and theme around everything, the sign-in page included. */
export function ConsoleProviders({ children }: { children: ReactNode }): ReactNode {
  const color = useSettings((settings) => settings.primaryColor);
  const scheme = useColorScheme((now) => now.scheme);
  const isMobile = useIsMobile();
  const theme = useMemo(() => themeOf(tonesOf(color, scheme), scheme, isMobile), [color, scheme, isMobile]);
  return (
    <ConfigProvider locale={zhCN} theme={theme} button={BUTTON}>
      {children}
    </ConfigProvider>
  );
}
