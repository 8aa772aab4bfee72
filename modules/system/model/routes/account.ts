import type { Fields, Values } from '#kit/model/field.ts';
import { pathOf, shape } from '#kit/model/route.ts';
import { joinFields } from '../registration.ts';
import { userFields } from '../user.ts';
import { ownRoute, plainRoute } from './neutral.ts';
import type { OwnUser } from './session.ts';

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

export interface OwnTenant {
  id: number;
  name: string;
  isCurrent: boolean;
}

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
  profile: ownRoute('GET', '/sys/user/profile', '自己的资料', { result: shape<OwnProfile>() }),
  /** A new phone number or mail address comes with the current password; what is not named stays. */
  changeProfile: ownRoute('PUT', '/sys/user/profile', '修改自己的资料', {
    body: shape<Partial<Values<typeof ownFields>> & { oldpassword?: string; version?: number }>(
      ownFields,
    ),
    result: changed,
  }),
  tenants: ownRoute('GET', '/sys/user/tenants', '自己所属的租户', { result: shape<OwnTenant[]>() }),
  joinTenant: ownRoute('POST', '/sys/user/joinTenant', '凭邀请码加入团队', {
    body: joinFields,
    result: shape<{ id: number; name: string }>(),
  }),
  changePassword: ownRoute('POST', '/sys/user/updatePassword', '修改自己的密码', {
    body: shape<NewPassword & { username: string; oldpassword: string; unlinkThird?: boolean }>(),
  }),
  uploadAvatar: ownRoute('POST', '/sys/user/avatar', '上传自己的头像', {
    takesFile: true,
    result: changed,
  }),
  dropAvatar: ownRoute('DELETE', '/sys/user/avatar', '删除自己的头像', { result: changed }),
  avatar: plainRoute('GET', '/sys/user/avatar/:userId', '同事的头像', { givesFile: true }),
  devices: ownRoute('GET', '/sys/user/sessions', '自己的登录设备', { result: shape<Device[]>() }),
  endDevice: ownRoute('DELETE', '/sys/user/sessions', '让自己的一台登录设备下线', {
    query: shape<{ id: string }>(),
  }),
  endOtherDevices: ownRoute('POST', '/sys/user/sessions/endOthers', '退出自己的其他登录设备', {
    result: shape<{ ended: number }>(),
  }),
};

const PICTURE = new RegExp(
  `^${pathOf(accountCalls.avatar, { userId: '' })}([0-9a-f-]{36})(\\?v=[0-9a-f]+)?$`,
);

/** Whose picture an address of ours shows; null for any other address. */
export const pictureOwner = (address: string): string | null => PICTURE.exec(address)?.[1] ?? null;
