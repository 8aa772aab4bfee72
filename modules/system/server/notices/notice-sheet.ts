import { invalid, type Refusal } from '#kit/model/refusal.ts';
import type { WrittenOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import type { SheetStore } from '#kit/server/writer.ts';
import type { announcement } from '../../model/announcement.ts';
import { partsNamed } from '../person-names.ts';
import { completed } from './announcement-draft.ts';
import { addNotice, editNotice } from './announcements.ts';

const WORDS = { depart: '部门', role: '角色', user: '用户' } as const;

/** Whom a notice `a` is for, in words that {@link readersNamed} reads again. */
export const readersInWords = (tx: Tx): Sql => sql`concat_ws(';',
  (select ${`${WORDS.depart}:`}::text || string_agg(d.name, ',' order by d.org_code) from depart d
    where d.tenant_id = ${tx.tenant} and d.id = any(a.depart_ids)),
  (select ${`${WORDS.role}:`}::text || string_agg(r.name, ',' order by r.code) from role r
    where r.tenant_id = ${tx.tenant} and r.id = any(a.role_ids)),
  (select ${`${WORDS.user}:`}::text
      || string_agg(u.realname || '(' || u.username || ')', ',' order by u.username)
    from app_user u where u.id = any(a.user_ids)))`;

type SheetNotice = Partial<WrittenOf<typeof announcement>> & { readers?: string | null };

/** Notices of a sheet: drafts, or other words of ones that are not out. */
export const noticeSheet: SheetStore<typeof announcement> = {
  add: async (tx, values) => addNotice(tx, await completed(tx, await resolved(tx, values), null)),
  edit: async (tx, id, values) => {
    const changes = await resolved(tx, values);
    await editNotice(tx, id, null, (stored) => completed(tx, changes, stored));
  },
};

async function resolved(tx: Tx, { readers, ...values }: SheetNotice): Promise<Partial<WrittenOf<typeof announcement>>> {
  return readers ? { ...values, ...(await readersNamed(tx, readers)) } : values;
}

/** @throws Refusal at the cell for what names nobody, or several */
async function readersNamed(tx: Tx, cell: string): Promise<{ userIds: string; departIds: string; roleIds: string }> {
  const named: Record<keyof typeof WORDS, string[]> = { depart: [], role: [], user: [] };
  for (const part of cell.split(/[;；]/).map((one) => one.trim())) {
    if (part === '') continue;
    const [, word = '', names = ''] = /^(\S+?)\s*[:：](.*)$/su.exec(part) ?? [];
    const kind = (Object.keys(WORDS) as (keyof typeof WORDS)[]).find((key) => WORDS[key] === word);
    if (!kind) throw unclear('请写成“部门:名称;角色:名称;用户:账号”，多个名称用逗号分隔');
    named[kind].push(names);
  }
  const departs = (await partsNamed(tx, 'departNames', named.depart.join(','))) ?? [];
  const roles = (await partsNamed(tx, 'roleNames', named.role.join(','))) ?? [];
  return {
    userIds: (await usersNamed(tx, named.user.join(','))).join(','),
    departIds: departs.map(({ id }) => id).join(','),
    roleIds: roles.map(({ id }) => id).join(','),
  };
}

/** People by account, or as an export writes them: the account in brackets behind the name. */
async function usersNamed(tx: Tx, cell: string): Promise<string[]> {
  const words = cell.split(/[,，、]/).map((word) => word.trim());
  const requested = [...new Set(words)].filter((word) => word !== '');
  const accounts = requested.map((word) => (/[(（]([^()（）]+)[)）]$/.exec(word)?.[1] ?? word).trim());
  const rows = await tx.rows<{ id: string; key: string }>`
    select m.user_id as id, u.username_key as key from membership m
    join app_user u on u.id = m.user_id
    where m.tenant_id = ${tx.tenant} and m.status <> 'deleted'
      and u.username_key = any(${accounts.map((one) => one.toLowerCase())}::text[])`;
  return accounts.map((account) => {
    const found = rows.find(({ key }) => key === account.toLowerCase());
    if (!found) throw unclear(`用户“${account}”不存在`);
    return found.id;
  });
}

const unclear = (message: string): Refusal => invalid([{ field: 'readers', code: 'missing', message }]);
