import type { DictItem } from '#kit/model/dict.ts';
import { shape } from '#kit/model/route.ts';
import { accountRoute, ownRoute, publicRoute } from './neutral.ts';

/** Signing in and out, and what belongs to the session: menu, department, tenant. */

export interface Tenant {
  id: number | string;
  name: string;
}

export interface Depart {
  id: string;
  departName: string;
  orgCode: string;
}

/** Who is signed in. */
export interface OwnUser {
  id: string;
  username: string;
  realname: string;
  /** Path of the picture; another one with every new picture. */
  avatar?: string | null;
  tenantId?: number | string | null;
  orgCode?: string | null;
  /** Somebody else chose the password: a new one comes before anything else. */
  mustChangePassword?: boolean;
  /** Somebody works in this person's name: who really acts. */
  actedBy?: { username: string; realname: string };
}

/** What every way in answers (contract §2.5). */
export interface SignInAnswer {
  token: string;
  userInfo: OwnUser;
  departs?: Depart[];
  /** 0 no department, 1 one, 2 several. */
  multi_depart?: number;
  sysAllDictItems?: Record<string, DictItem[]>;
  tenantList?: Tenant[];
}

/**
 * The picture code and the key it was drawn for, as clients of the base send them. None is asked for;
 * one that is sent is looked at.
 */
export interface PictureCode {
  captcha?: string | undefined;
  checkKey?: string | undefined;
}

export interface Credentials extends PictureCode {
  username: string;
  password: string;
}

/** A button permission (contract §2.6). */
export interface ButtonAuth {
  action: string;
  type: string;
  describe: string;
}

/** A node of the menu (contract §2.6). */
export interface MenuNode {
  id?: string;
  path: string;
  name?: string;
  component?: string | null;
  /** '0' = not registered as a route. */
  route?: string;
  redirect?: string | null;
  hidden?: boolean;
  alwaysShow?: boolean;
  meta?: MenuMeta;
  children?: MenuNode[];
}

export interface MenuMeta {
  title: string;
  icon?: string | null;
  keepAlive?: boolean;
  componentName?: string | null;
  /** Address of elsewhere, with placeholders. */
  url?: string | null;
  /** The address opens a window of its own instead of a frame. */
  internalOrExternal?: boolean;
  /** `_blank`: the page opens in a window of its own. */
  target?: string | null;
  hideMenu?: boolean;
  /** The page has no tab. */
  hideTab?: boolean;
  /** The page has no breadcrumb above it. */
  hideHeader?: boolean;
  permissionList?: ButtonAuth[];
}

/** What the session may see and do. */
export interface OwnAccess {
  menu: MenuNode[];
  /** Permissions granted to this user. */
  auth: ButtonAuth[];
  /** All permissions there are; status 0 = the rule is switched off, everybody may. */
  allAuth: (ButtonAuth & { status: string })[];
  sysSafeMode: true;
  /** Paths of pages that the product has and this person may not open. */
  closed: string[];
  /** Zone in which the server writes times. */
  timezone: string;
  /** 本位币 of the tenant. */
  baseCurrency: string;
}

export const sessionCalls = {
  /** A data URI. */
  captcha: publicRoute('GET', '/sys/randomImage/:key', '验证码图片', { result: shape<string>() }),
  signIn: publicRoute('POST', '/sys/login', '登录', {
    body: shape<Credentials>(),
    result: shape<SignInAnswer>(),
  }),
  secondStep: publicRoute('POST', '/sys/login/secondFactor', '登录第二步：验证码或恢复码', {
    body: shape<{ ticket: string; code?: string; recoveryCode?: string }>(),
    result: shape<SignInAnswer>(),
  }),
  signOut: publicRoute('POST', '/sys/logout', '退出登录'),
  access: ownRoute('GET', '/sys/permission/getUserPermissionByToken', '当前用户的菜单与按钮权限', {
    result: shape<OwnAccess>(),
  }),
  user: ownRoute('GET', '/sys/user/getUserInfo', '当前用户信息与字典', {
    result: shape<{ userInfo: OwnUser; sysAllDictItems: Record<string, DictItem[]> }>(),
  }),
  departs: ownRoute('GET', '/sys/user/getCurrentUserDeparts', '当前用户的部门', {
    result: shape<{ list: Depart[]; orgCode: string | null }>(),
  }),
  selectDepart: accountRoute('PUT', '/sys/selectDepart', '切换部门', {
    body: shape<{ orgCode: string; username: string }>(),
    result: shape<Pick<SignInAnswer, 'token' | 'userInfo'>>(),
  }),
  selectTenant: accountRoute('PUT', '/sys/selectTenant', '切换租户', {
    effect: 'session',
    body: shape<{ tenantId: string }>(),
    result: shape<SignInAnswer>(),
  }),
};
