import { theme, type MappingAlgorithm, type ThemeConfig } from 'antd';
import { toneNow, type ColorScheme } from '#ui/color-scheme.ts';
import type { Tones } from './settings/tones.ts';

/**
 * Dense and calm, in the tones of the chosen colour and the greys of the theme in force (tokens.css):
 * text and solids pass 4.5 : 1 on their grounds.
 */
export const themeOf = (
  { solid, hover, active, tint, onSolid }: Tones,
  scheme: ColorScheme,
  isMobile: boolean,
): ThemeConfig => ({
  algorithm: scheme === 'dark' ? [theme.darkAlgorithm, asGiven] : theme.defaultAlgorithm,
  token: {
    ...CALM,
    ...(isMobile ? { controlHeight: FINGER } : {}),
    ...greys(scheme),
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
    Button: {
      primaryColor: onSolid,
      dangerColor: onSolid,
      // What is small beside a line of text is met by a finger all the same.
      ...(isMobile ? { controlHeightSM: FINGER } : {}),
    },
    Table: {
      ...DENSE?.Table,
      headerBg: toneNow('soft'),
      headerColor: toneNow('text'),
      rowHoverBg: tint,
      rowSelectedBg: tint,
      rowSelectedHoverBg: tint,
    },
    Menu: {
      ...DENSE?.Menu,
      // The dark menu: what is chosen stands on a solid tone of its own.
      darkItemBg: toneNow('night'),
      darkPopupBg: toneNow('night'),
      darkSubMenuItemBg: toneNow('night-deep'),
      darkItemColor: toneNow('on-dark-weak'),
      darkItemSelectedBg: scheme === 'dark' ? toneNow('night-raised') : solid,
    },
  },
});

/** px that a finger meets without aiming. */
const FINGER = 40;

/** The library's dark palette makes other tones of those it is given: ours are made for dark grounds already. */
const asGiven: MappingAlgorithm = (seed, map = theme.defaultAlgorithm(seed)) => ({
  ...map,
  colorPrimary: seed.colorPrimary,
  colorSuccess: seed.colorSuccess,
  colorWarning: seed.colorWarning,
  colorError: seed.colorError,
  colorInfo: seed.colorInfo,
  colorLink: seed.colorLink,
});

/** The library's names for our tokens. */
const greys = (scheme: ColorScheme): ThemeConfig['token'] => ({
  colorBgLayout: toneNow('ground'),
  colorBgContainer: toneNow('surface'),
  colorBgElevated: toneNow('raised'),
  // Of these the library paints texts and solids alike: on dark grounds both are light.
  colorSuccess: toneNow(scheme === 'dark' ? 'green' : 'green-solid'),
  colorWarning: toneNow(scheme === 'dark' ? 'amber' : 'amber-solid'),
  colorError: toneNow(scheme === 'dark' ? 'red' : 'red-solid'),
  colorSuccessText: toneNow('green'),
  colorWarningText: toneNow('amber'),
  colorErrorText: toneNow('red'),
  colorSuccessBg: toneNow('green-ground'),
  colorSuccessBorder: toneNow('green-line'),
  colorWarningBg: toneNow('amber-ground'),
  colorWarningBorder: toneNow('amber-line'),
  colorErrorBg: toneNow('red-ground'),
  colorErrorBorder: toneNow('red-line'),
  colorText: toneNow('text'),
  colorTextSecondary: toneNow('text-weak'),
  colorTextTertiary: toneNow('text-weak'),
  colorTextDescription: toneNow('text-weak'),
  colorTextPlaceholder: toneNow('text-weak'),
  colorBorderSecondary: toneNow('line'),
  colorBorder: toneNow('line-strong'),
});

const CALM: ThemeConfig['token'] = {
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
  },
  Alert: { withDescriptionPadding: '10px 12px', withDescriptionIconSize: 18 },
  Form: { itemMarginBottom: 14, verticalLabelPadding: '0 0 4px' },
  Menu: { itemHeight: 36, itemBorderRadius: 4, iconSize: 16, collapsedWidth: 80 },
};
