import { toWireTime } from '#kit/model/time.ts';
import type { Cookie } from '#kit/server/cookies.ts';
import { bare, type BareAnswer } from '#kit/server/route.ts';
import { sexes, userStatuses } from '../model/dictionaries.ts';

/** Names and shapes of the wire that differ from ours; *sic* marks the odd ones of the base. */

/** A refusal with a code of its own, which a thrown refusal cannot carry: 412 for captchas. */
export const refusedAs = (
  code: number,
  message: string,
  result: unknown = null,
  cookies: readonly Cookie[] = [],
): BareAnswer => bare({ success: false, code, message, result, timestamp: Date.now() }, cookies);

const time = (value: Date | null | undefined, zone: string): string | null =>
  value ? toWireTime(value, zone) : null;

export interface UserRow {
  id: string;
  username: string;
  realname: string;
  avatar: string | null;
  sex: string | null;
  birthday: string | null;
  phone: string | null;
  email: string | null;
  telephone: string | null;
  mustChangePassword: boolean;
  hasSecondFactor: boolean;
  status: string;
  workNo: string | null;
  posts: string[];
  isSuperior: boolean;
  ledDeparts: string[];
  orgCode: string | null;
  departNames: string | null;
  ledDepartNames: string | null;
  postNames: string | null;
  roleNames?: string | null;
  createBy: string | null;
  createTime: Date;
  updateBy: string | null;
  updateTime: Date | null;
}

/** SysUser: sex and status are numbers there, lists are joined by commas. */
export function toSysUser(row: UserRow, zone: string, tenant: number) {
  return {
    id: row.id,
    username: row.username,
    realname: row.realname,
    avatar: row.avatar,
    sex: row.sex === null ? null : Number(row.sex),
    sex_dictText: row.sex === null ? null : sexes.items[row.sex as '1'],
    birthday: row.birthday,
    phone: row.phone,
    email: row.email,
    telephone: row.telephone,
    workNo: row.workNo,
    post: row.posts.join(','),
    post_dictText: row.postNames ?? '',
    status: Number(row.status),
    status_dictText: userStatuses.items[row.status as '1'],
    delFlag: 0,
    userIdentity: row.isSuperior ? 2 : 1,
    departIds: row.ledDeparts.join(','),
    departIds_dictText: row.ledDepartNames ?? '',
    orgCode: row.orgCode,
    orgCodeTxt: row.departNames,
    roleNames: row.roleNames ?? null,
    tenantId: tenant,
    relTenantIds: String(tenant),
    mustChangePassword: row.mustChangePassword,
    hasSecondFactor: row.hasSecondFactor,
    createBy: row.createBy,
    createTime: time(row.createTime, zone),
    updateBy: row.updateBy,
    updateTime: time(row.updateTime, zone),
  };
}

export type SysUser = ReturnType<typeof toSysUser>;

export interface DepartRow {
  id: string;
  parentId: string | null;
  name: string;
  nameEn: string | null;
  abbreviation: string | null;
  sortNo: number;
  description: string | null;
  category: string;
  level: number;
  orgCode: string;
  mobile: string | null;
  fax: string | null;
  address: string | null;
  memo: string | null;
  status: string;
  directorIds: string[];
  createBy: string | null;
  createTime: Date;
}

export interface DepartNode extends Record<string, unknown> {
  id: string;
  departName: string;
  orgCode: string;
  children: DepartNode[] | null;
}

/** SysDepart as a tree node; `children` is null where there are none. */
export const toSysDepart = (row: DepartRow, zone: string): DepartNode => ({
  id: row.id,
  key: row.id,
  value: row.id,
  title: row.name,
  parentId: row.parentId ?? '',
  departName: row.name,
  departNameEn: row.nameEn,
  departNameAbbr: row.abbreviation,
  departOrder: row.sortNo,
  description: row.description,
  orgCategory: row.category,
  orgType: String(row.level),
  orgCode: row.orgCode,
  mobile: row.mobile,
  fax: row.fax,
  address: row.address,
  memo: row.memo,
  status: row.status,
  delFlag: '0',
  directorUserIds: row.directorIds.join(','),
  createBy: row.createBy,
  createTime: time(row.createTime, zone),
  isLeaf: true,
  children: null,
});

/** A body's list: joined by commas, or an array; blanks dropped. undefined when not given. */
export function csv(value: unknown): string[] | undefined {
  if (value === undefined) return undefined;
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return [...new Set(parts.map(String).map((part) => part.trim()))].filter((part) => part !== '');
}
