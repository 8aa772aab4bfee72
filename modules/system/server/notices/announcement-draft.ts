import { invalid, type FieldError } from '#kit/model/refusal.ts';
import type { WrittenOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { MAX_READERS, type announcement } from '../../model/announcement.ts';
import { targetFault } from '../../model/notice.ts';
import { csv } from '../wire.ts';
import type { NoticeDraft } from './announcements.ts';

type Writable = { -readonly [K in keyof NoticeDraft]: NoticeDraft[K] };

/**
 * A notice from what was written, over what is stored where it is edited.
 * @throws Refusal 422 with all that is wrong with the whole, at its fields
 */
export async function completed(
  tx: Tx,
  { userIds: given, ...values }: WrittenOf<typeof announcement>,
  before: NoticeDraft | null,
): Promise<NoticeDraft> {
  const draft = { ...(before ?? { userIds: [] }), ...values } as Writable;
  draft.content ??= '';
  const readers = given === undefined ? undefined : (csv(given ?? '') ?? []);
  if (readers) draft.userIds = readers.filter(isUuid).map((id) => id.toLowerCase());
  if (draft.audience === 'ALL') draft.userIds = [];
  if (draft.openType === null) draft.openPage = null;
  const errors = [...faults(draft), ...(await readerFaults(tx, draft, readers ?? draft.userIds))];
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
