import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of everybody's own account; two of them are hidden entries of the menu. */
export const accountPages: PageSpecs = {
  'account/center/Index': {
    load: () => import('./account-center.tsx').then(({ AccountCenter }) => AccountCenter),
  },
  'account/settings/Index': {
    load: () => import('./base-settings.tsx').then(({ BaseSettings }) => BaseSettings),
  },
  'account/Security': {
    load: () => import('./security-settings.tsx').then(({ SecuritySettings }) => SecuritySettings),
  },
  'account/Notification': {
    load: () => import('./notification-settings.tsx').then(({ NotificationSettings }) => NotificationSettings),
  },
  'account/Devices': {
    load: () => import('./device-settings.tsx').then(({ DeviceSettings }) => DeviceSettings),
  },
};
