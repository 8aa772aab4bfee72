import { invalid, type FieldError } from '#kit/model/refusal.ts';
import type { WrittenOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { sql } from '#kit/server/sql.ts';
import { MAX_READERS, type announcement } from '../../model/announcement.ts';
import { targetFault } from '../../model/notice.ts';
import { csv } from '../wire.ts';
import type { NoticeDraft } from './notice-draft.ts';

type Writable = { -readonly [K in keyof NoticeDraft]: NoticeDraft[K] };

/**
 * A notice from what was written, over what is stored where it is edited.
 * @throws Refusal 422 with all that is wrong with the whole, at its fields
 */
export async function completed(
  tx: Tx,
  { userIds, departIds, roleIds, ...values }: Partial<WrittenOf<typeof announcement>>,
  before: NoticeDraft | null,
): Promise<NoticeDraft> {
  const nobody = { userIds: [], departIds: [], roleIds: [] };
  const draft = { ...(before ?? nobody), ...values } as Writable;
  draft.content ??= '';
  const request = {
    userIds: listOf(userIds),
    departIds: listOf(departIds),
    roleIds: listOf(roleIds),
  };
  for (const key of AUDIENCES) draft[key] = (request[key] ?? draft[key]).map((id) => id.toLowerCase());
  if (draft.audience === 'ALL') Object.assign(draft, nobody);
  if (draft.openType === null) draft.openPage = null;
  const errors = [...faults(draft), ...(await readerFaults(tx, draft))];
  if (errors.length > 0) throw invalid(errors);
  return draft;
}

function faults({ startTime, endTime, openType, openPage }: NoticeDraft): FieldError[] {
  const found: FieldError[] = [];
  if (startTime && endTime && endTime <= startTime)
    found.push({ field: 'endTime', code: 'invalid', message: '结束时间必须晚于开始时间' });
  const target = targetFault(openType, openPage);
  if (target) found.push({ field: 'openPage', code: 'invalid', message: target });
  return found;
}

const AUDIENCES = ['userIds', 'departIds', 'roleIds'] as const;
const TITLES = { userIds: '指定用户', departIds: '指定部门', roleIds: '指定角色' } as const;

const listOf = (given: string | null | undefined): string[] | undefined =>
  given === undefined ? undefined : (csv(given ?? '') ?? []);

/**
 * Readers are people, departments and roles of the own tenant; a foreign one is as unknown as one that
 * never was.
 */
async function readerFaults(tx: Tx, draft: NoticeDraft): Promise<FieldError[]> {
  if (draft.audience !== 'USER') return [];
  const found: FieldError[] = [];
  for (const key of AUDIENCES) {
    const requested = draft[key];
    const title = TITLES[key];
    const at = (message: string): void => {
      found.push({ field: key, code: 'invalid', message });
    };
    if (requested.length > MAX_READERS) at(`${title}不能超过${MAX_READERS}${key === 'userIds' ? '人' : '个'}`);
    else if ((await known(tx, key, requested.filter(isUuid))) < new Set(requested).size)
      at(MESSAGES.linkMissing(title));
  }
  if (AUDIENCES.every((key) => draft[key].length === 0))
    found.push({
      field: 'userIds',
      code: 'required',
      message: '请选择指定用户、部门或角色',
    });
  return found;
}

/** How many of these are there. */
async function known(tx: Tx, key: (typeof AUDIENCES)[number], ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const sources = {
    userIds: sql`select user_id as id from membership
      where tenant_id = ${tx.tenant} and status <> 'deleted'`,
    departIds: sql`select id from depart where tenant_id = ${tx.tenant}`,
    roleIds: sql`select id from role where tenant_id = ${tx.tenant}`,
  };
  const [row] = await tx.query<{ n: number }>(sql`
    select count(*)::integer as n from (${sources[key]}) one where one.id = any(${ids}::uuid[])`);
  return row?.n ?? 0;
}
