import { invalid, type FieldError } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { readFields } from '#kit/server/parse.ts';
import { targetFault, type Audience, type NoticeCategory } from '../../model/notice.ts';
import type { OpenType, Priority } from '../../model/notice.ts';
import { noticeFields } from '../../model/notice-fields.ts';
import { TITLE } from '../../model/notice-wire.ts';
import type { NoticeDraft } from './announcements.ts';
import type { NoticeRow } from './announcement-wire.ts';
import { csv } from '../wire.ts';

const MAX_READERS = 1000;

/**
 * A notice from the body of a request, over what is stored where it is edited.
 * @throws Refusal 422 with all that is wrong, at its fields
 */
export async function readDraft(
  tx: Tx,
  body: Record<string, unknown>,
  before: NoticeRow | null,
): Promise<NoticeDraft> {
  const { zone } = tx.actor;
  const { values, errors } = readFields(noticeFields, body, { zone, partial: before !== null });
  const draft = merged(values, before);
  const readers = csv(body['userIds']);
  if (readers) draft.userIds = readers.filter(isUuid).map((id) => id.toLowerCase());
  if (draft.audience === 'ALL') draft.userIds = [];
  if (draft.openType === null) draft.openPage = null;
  errors.push(...faults(draft), ...(await readerFaults(tx, draft, readers ?? draft.userIds)));
  if (errors.length > 0) throw invalid(errors);
  return draft;
}

type Writable = { -readonly [K in keyof NoticeDraft]: NoticeDraft[K] };

function merged(values: Record<string, unknown>, before: NoticeRow | null): Writable {
  const take = <T>(key: string, stored: T | undefined): T =>
    (key in values ? values[key] : (stored ?? null)) as T;
  return {
    title: take<string>(TITLE, before?.title),
    content: take<string | null>('msgContent', before?.content) ?? '',
    abstract: take('msgAbstract', before?.abstract),
    category: take('msgCategory', before?.category as NoticeCategory),
    priority: take('priority', before?.priority as Priority),
    audience: take('msgType', before?.audience as Audience),
    userIds: before?.userIds ?? [],
    startTime: take('startTime', before?.startTime),
    endTime: take('endTime', before?.endTime),
    openType: take('openType', before?.openType as OpenType | null),
    openPage: take('openPage', before?.openPage),
    businessType: take('busType', before?.businessType),
    businessId: take('busId', before?.businessId),
  };
}

function faults({ startTime, endTime, openType, openPage }: NoticeDraft): FieldError[] {
  const found: FieldError[] = [];
  if (startTime && endTime && endTime <= startTime)
    found.push({ field: 'endTime', code: 'invalid', message: '结束时间必须晚于开始时间' });
  const target = targetFault(openType, openPage);
  if (target) found.push({ field: 'openPage', code: 'invalid', message: target });
  return found;
}

/** Readers are people of the own tenant; a foreign one is as unknown as one that never was. */
async function readerFaults(
  tx: Tx,
  { audience, userIds }: NoticeDraft,
  asked: readonly string[],
): Promise<FieldError[]> {
  if (audience !== 'USER') return [];
  const at = (message: string): FieldError[] => [{ field: 'userIds', code: 'invalid', message }];
  if (asked.length === 0) return at(MESSAGES.requiredChoice('指定用户'));
  if (asked.length > MAX_READERS) return at(`指定用户不能超过${MAX_READERS}人`);
  const { n } = await tx.one<{ n: number }>`
    select count(*)::integer as n from membership
    where tenant_id = ${tx.tenant} and user_id = any(${userIds}::uuid[]) and status <> 'deleted'`;
  return n < new Set(asked).size ? at(MESSAGES.linkMissing('指定用户')) : [];
}
