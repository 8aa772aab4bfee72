import type { ThemeConfig } from 'antd';

/** Accent of the platform (spec §3): markers, never text. */
export const ACCENT = '#1890FF';
/** Its tone for solid buttons and text: 5.0 : 1 on white, where the accent has 3.2. */
export const SOLID = '#096DD9';

/** Dense and calm; greys and solids pass 4.5 : 1 on white. */
export const theme: ThemeConfig = {
  token: {
    colorPrimary: SOLID,
    // Darker under the pointer, not lighter: white text keeps its contrast.
    colorPrimaryHover: '#0859b3',
    colorPrimaryActive: '#06478f',
    colorInfo: SOLID,
    colorLink: SOLID,
    colorLinkHover: '#0859b3',
    colorSuccess: '#2b7a0b',
    colorWarning: '#ad4e00',
    colorError: '#c0161d',
    colorSuccessBg: '#eef8e9',
    colorSuccessBorder: '#b9dfa8',
    colorWarningBg: '#fff4e5',
    colorWarningBorder: '#f0c896',
    colorErrorBg: '#fff0ef',
    colorErrorBorder: '#f3b4b1',
    colorText: '#1f2329',
    colorTextSecondary: '#4a5260',
    colorTextTertiary: '#5f6774',
    colorTextDescription: '#5f6774',
    colorTextPlaceholder: '#6b7280',
    colorBorderSecondary: '#e7eaef',
    // No animations: faster for who works here all day, and an animated dialog of a page that comes
    // back to the front (Activity) breaks the page: its motion reports a panel that has no handle yet.
    motion: false,
    borderRadius: 4,
    fontSize: 13,
    controlHeight: 30,
    motionDurationMid: '0.12s',
    motionDurationSlow: '0.16s',
    fontFamily:
      '-apple-system, BlinkMacSystemFont, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif',
  },
  components: {
    Table: {
      cellPaddingBlockSM: 6,
      cellPaddingInlineSM: 8,
      headerBg: '#f5f7fa',
      headerColor: '#3a414d',
      rowHoverBg: '#f3f8ff',
      rowSelectedBg: '#f0f7ff',
      rowSelectedHoverBg: '#ebf4ff',
    },
    Alert: { withDescriptionPadding: '10px 12px', withDescriptionIconSize: 18 },
    Form: { itemMarginBottom: 14, verticalLabelPadding: '0 0 4px' },
    Menu: { itemHeight: 36, itemBorderRadius: 4, iconSize: 16, collapsedWidth: 80 },
  },
};
