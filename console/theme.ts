import type { ThemeConfig } from 'antd';
import type { Tones } from './settings/tones.ts';

/** Dense and calm, in the tones of the chosen colour; greys and solids pass 4.5 : 1 on white. */
export const themeOf = ({ solid, hover, active, tint }: Tones): ThemeConfig => ({
  token: {
    ...CALM,
    colorPrimary: solid,
    colorPrimaryHover: hover,
    colorPrimaryActive: active,
    colorPrimaryBg: tint,
    colorPrimaryText: solid,
    colorPrimaryTextHover: hover,
    colorPrimaryTextActive: active,
    colorInfo: solid,
    colorLink: solid,
    colorLinkHover: hover,
    colorLinkActive: active,
    controlItemBgActive: tint,
  },
  components: {
    ...DENSE,
    Table: { ...DENSE?.Table, rowHoverBg: tint, rowSelectedBg: tint, rowSelectedHoverBg: tint },
    Menu: {
      ...DENSE?.Menu,
      // The dark menu: what is chosen stands on the solid tone.
      darkItemBg: DARK,
      darkPopupBg: DARK,
      darkSubMenuItemBg: '#000c17',
      darkItemColor: 'rgb(255 255 255 / 78%)',
      darkItemSelectedBg: solid,
    },
  },
});

/** Ground of the dark menu. */
const DARK = '#001529';

const CALM: ThemeConfig['token'] = {
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
};

const DENSE: ThemeConfig['components'] = {
  Table: {
    cellPaddingBlockSM: 6,
    cellPaddingInlineSM: 8,
    headerBg: '#f5f7fa',
    headerColor: '#3a414d',
  },
  Alert: { withDescriptionPadding: '10px 12px', withDescriptionIconSize: 18 },
  Form: { itemMarginBottom: 14, verticalLabelPadding: '0 0 4px' },
  Menu: { itemHeight: 36, itemBorderRadius: 4, iconSize: 16, collapsedWidth: 80 },
};
