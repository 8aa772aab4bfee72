import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of everybody's own account: they need no entry of the menu. */
export const accountPages: PageSpecs = {
  'account/Center': {
    path: '/account/center',
    title: '个人中心',
    load: () => import('./account-center.tsx').then(({ AccountCenter }) => AccountCenter),
  },
  'account/Settings': {
    path: '/account/settings/base',
    title: '账号设置',
    load: () => import('./base-settings.tsx').then(({ BaseSettings }) => BaseSettings),
  },
  'account/Security': {
    path: '/account/settings/security',
    title: '安全设置',
    load: () => import('./security-settings.tsx').then(({ SecuritySettings }) => SecuritySettings),
  },
  'account/Notification': {
    path: '/account/settings/notification',
    title: '新消息通知',
    load: () =>
      import('./notification-settings.tsx').then(
        ({ NotificationSettings }) => NotificationSettings,
      ),
  },
  'account/Devices': {
    path: '/account/settings/devices',
    title: '登录设备',
    load: () => import('./device-settings.tsx').then(({ DeviceSettings }) => DeviceSettings),
  },
};
