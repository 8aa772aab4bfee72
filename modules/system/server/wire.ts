import { toWireTime } from '#kit/model/time.ts';
import type { Cookie } from '#kit/server/cookies.ts';
import { bare, type BareAnswer } from '#kit/server/route.ts';
import { positionRanks, sexes, userStatuses } from '../model/dictionaries.ts';

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
  must_change_password: boolean;
  has_second_factor: boolean;
  status: string;
  work_no: string | null;
  posts: string[];
  is_superior: boolean;
  led_departs: string[];
  org_code: string | null;
  depart_names: string | null;
  led_depart_names: string | null;
  post_names: string | null;
  role_names?: string | null;
  create_by: string | null;
  create_time: Date;
  update_by: string | null;
  update_time: Date | null;
}

/** SysUser: sex and status are numbers there, lists are joined by commas. */
export function toSysUser(row: UserRow, zone: string, tenant: number): Record<string, unknown> {
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
    workNo: row.work_no,
    post: row.posts.join(','),
    post_dictText: row.post_names ?? '',
    status: Number(row.status),
    status_dictText: userStatuses.items[row.status as '1'],
    delFlag: 0,
    userIdentity: row.is_superior ? 2 : 1,
    departIds: row.led_departs.join(','),
    departIds_dictText: row.led_depart_names ?? '',
    orgCode: row.org_code,
    orgCodeTxt: row.depart_names,
    roleNames: row.role_names ?? null,
    tenantId: tenant,
    relTenantIds: String(tenant),
    mustChangePassword: row.must_change_password,
    hasSecondFactor: row.has_second_factor,
    createBy: row.create_by,
    createTime: time(row.create_time, zone),
    updateBy: row.update_by,
    updateTime: time(row.update_time, zone),
  };
}

export interface RoleRow {
  id: string;
  code: string;
  name: string;
  description: string | null;
  is_preset: boolean;
  create_by: string | null;
  create_time: Date;
  update_by: string | null;
  update_time: Date | null;
}

export const toSysRole = (row: RoleRow, zone: string): Record<string, unknown> => ({
  id: row.id,
  roleName: row.name,
  roleCode: row.code,
  description: row.description,
  isPreset: row.is_preset,
  createBy: row.create_by,
  createTime: time(row.create_time, zone),
  updateBy: row.update_by,
  updateTime: time(row.update_time, zone),
});

export interface DepartRow {
  id: string;
  parent_id: string | null;
  name: string;
  name_en: string | null;
  abbreviation: string | null;
  sort_no: number;
  description: string | null;
  category: string;
  level: number;
  org_code: string;
  mobile: string | null;
  fax: string | null;
  address: string | null;
  memo: string | null;
  status: string;
  director_ids: string[];
  create_by: string | null;
  create_time: Date;
}

export interface DepartNode extends Record<string, unknown> {
  id: string;
  children: DepartNode[] | null;
}

/** SysDepart as a tree node; `children` is null where there are none. */
export const toSysDepart = (row: DepartRow, zone: string): DepartNode => ({
  id: row.id,
  key: row.id,
  value: row.id,
  title: row.name,
  parentId: row.parent_id ?? '',
  departName: row.name,
  departNameEn: row.name_en,
  departNameAbbr: row.abbreviation,
  departOrder: row.sort_no,
  description: row.description,
  orgCategory: row.category,
  orgType: String(row.level),
  orgCode: row.org_code,
  mobile: row.mobile,
  fax: row.fax,
  address: row.address,
  memo: row.memo,
  status: row.status,
  delFlag: '0',
  directorUserIds: row.director_ids.join(','),
  createBy: row.create_by,
  createTime: time(row.create_time, zone),
  isLeaf: true,
  children: null,
});

export interface PositionRow {
  id: string;
  code: string;
  name: string;
  rank: string | null;
  version: number;
  create_by: string | null;
  create_time: Date;
  update_by: string | null;
  update_time: Date | null;
}

export function toSysPosition(row: PositionRow, zone: string): Record<string, unknown> {
  const text = row.rank === null ? null : positionRanks.items[row.rank as '1'];
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    postRank: row.rank,
    postRank_dictText: text,
    // sic: the stock column reads this key although the field is postRank.
    rank_dictText: text,
    version: row.version,
    createBy: row.create_by,
    createTime: time(row.create_time, zone),
    updateBy: row.update_by,
    updateTime: time(row.update_time, zone),
  };
}

export interface OnlineRow {
  id: string;
  username: string;
  realname: string;
  avatar: string | null;
  birthday: string | null;
  sex: string | null;
  phone: string | null;
  ip: string | null;
  user_agent: string | null;
  create_time: Date;
  last_seen: Date;
}

/** `token` is the public name of the session (sic): forceLogout sends it back under that key. */
export const toOnlineUser = (row: OnlineRow, zone: string): Record<string, unknown> => ({
  id: row.id,
  token: row.id,
  username: row.username,
  realname: row.realname,
  avatar: row.avatar,
  birthday: row.birthday,
  sex: row.sex === null ? null : Number(row.sex),
  sex_dictText: row.sex === null ? null : sexes.items[row.sex as '1'],
  phone: row.phone,
  ip: row.ip,
  userAgent: row.user_agent,
  createTime: time(row.create_time, zone),
  lastSeen: time(row.last_seen, zone),
});

/** A body's list: joined by commas, or an array; blanks dropped. undefined when not given. */
export function csv(value: unknown): string[] | undefined {
  if (value === undefined) return undefined;
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return [...new Set(parts.map(String).map((part) => part.trim()))].filter((part) => part !== '');
}
