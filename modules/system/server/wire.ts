import type { DepartNode } from '../model/routes/departs.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { Cookie } from '#kit/server/cookies.ts';
import { bare, type BareAnswer } from '#kit/server/route.ts';

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
