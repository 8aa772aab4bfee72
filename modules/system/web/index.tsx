import type { RouteSpecs } from '#kit/web/index.ts';
import { registerPeopleCells } from './cell-types.ts';

registerPeopleCells();

export {
  CategorySelect,
  DepartSelect,
  MultiUserSelect,
  PositionSelect,
  RoleSelect,
  UserByDepartSelect,
} from './pickers/lazy-pickers.ts';

/** Pages of everybody's own account that no entry of the menu names. */
export const routes: RouteSpecs = {
  'account/Security': { path: '/account/settings/security', title: '安全设置' },
  'account/Notification': { path: '/account/settings/notification', title: '新消息通知' },
  'account/Devices': { path: '/account/settings/devices', title: '登录设备' },
};
