import type { Fields, Values } from '#kit/model/field.ts';
import { shape } from '#kit/model/route.ts';
import { joinFields } from '../registration.ts';
import { userFields } from '../user.ts';
import { accountRoute } from './neutral.ts';
import type { OwnUser } from './session.ts';
import type { OwnTenant } from './shell.ts';

const { realname, sex, birthday, phone, email, telephone } = userFields;

/** What a person may change of their own account. Everything else is an administrator's. */
export const ownFields = {
  realname,
  sex,
  birthday,
  phone,
  email,
  telephone,
} satisfies Fields;

export interface SignIn {
  id: string;
  isFailure: boolean;
  content: string;
  ip: string | null;
  browser: string;
  system: string;
  createTime: string;
}

export interface OwnProfile {
  id: string;
  username: string;
  realname: string;
  avatar: string | null;
  sex: number | null;
  sex_dictText: string | null;
  birthday: string | null;
  phone: string | null;
  email: string | null;
  telephone: string | null;
  workNo: string | null;
  roleNames: string | null;
  version: number;
  /** When the password was last changed. */
  passwordTime: string;
  departs: { departName: string; orgCode: string; isCurrent: boolean }[];
  posts: string[];
  tenants: OwnTenant[];
  signIns: SignIn[];
}

/** A browser in which the person is signed in. */
export interface Device {
  id: string;
  ip: string | null;
  browser: string;
  system: string;
  tenantName: string;
  createTime: string;
  lastSeen: string;
  isCurrent: boolean;
}

const changed = shape<{ userInfo: OwnUser }>();

/** The new password and the same again. */
export interface NewPassword {
  password: string;
  confirmpassword: string;
}

export const accountCalls = {
  profile: accountRoute('GET', '/sys/user/profile', '自己的资料', { result: shape<OwnProfile>() }),
  /** A new phone number or mail address comes with the current password; what is not named stays. */
  changeProfile: accountRoute('PUT', '/sys/user/profile', '修改自己的资料', {
    body: shape<Partial<Values<typeof ownFields>> & { oldpassword?: string; version?: number }>(ownFields),
    result: changed,
    effect: 'own',
  }),
  /** Tenants one works in, as clients of the base ask for them. */
  currentTenants: accountRoute('GET', '/sys/tenant/getCurrentUserTenant', '当前用户的租户', {
    result: shape<{ list: { id: number; name: string; status: number }[] }>(),
  }),
  joinTenant: accountRoute('POST', '/sys/user/joinTenant', '凭邀请码加入团队', {
    body: joinFields,
    result: shape<{ id: number; name: string }>(),
  }),
  changePassword: accountRoute('POST', '/sys/user/updatePassword', '修改自己的密码', {
    body: shape<NewPassword & { username: string; oldpassword: string; unlinkThird?: boolean }>(),
  }),
  uploadAvatar: accountRoute('POST', '/sys/user/avatar', '上传自己的头像', {
    takesFile: true,
    result: changed,
  }),
  dropAvatar: accountRoute('DELETE', '/sys/user/avatar', '删除自己的头像', { result: changed }),
  devices: accountRoute('GET', '/sys/user/sessions', '自己的登录设备', {
    result: shape<Device[]>(),
  }),
  endDevice: accountRoute('DELETE', '/sys/user/sessions', '让自己的一台登录设备下线', {
    query: shape<{ id: string }>(),
  }),
  endOtherDevices: accountRoute('POST', '/sys/user/sessions/endOthers', '退出自己的其他登录设备', {
    result: shape<{ ended: number }>(),
  }),
};
