import { invalid, staleVersion } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { placeOf } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { readFields } from '#kit/server/parse.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { callWaitField, readCallWaitRoute, saveCallWaitRoute, type CallWait } from '../model/routes.ts';

const RESOURCE = 'channels:callWait';

/** 撤回等待: how long calls of moves wait in this tenant. */
export const callWaitRoutes: Route[] = [
  implement(readCallWaitRoute, (call) => call.tx(readWait)),
  implement(saveCallWaitRoute, async (call) => answer('编辑成功!', await call.tx((tx) => saveWait(tx, call.body)))),
];

async function readWait(tx: Tx): Promise<CallWait> {
  const own = await tx.maybe<{
    seconds: number;
    version: number;
    updateBy: string | null;
    updateTime: Date | null;
  }>`
    select wait_seconds as seconds, version, update_by, update_time from call_setting
    where tenant_id = ${tx.tenant}`;
  return {
    seconds: own?.seconds ?? tx.callWaitSeconds,
    isOwn: own !== undefined,
    version: own?.version ?? 0,
    updateBy: own?.updateBy ?? null,
    updateTime: own?.updateTime ? toWireTime(own.updateTime, tx.actor.zone) : null,
  };
}

/** What waits already goes when it was to go: only moves from now on wait as long. */
async function saveWait(tx: Tx, body: Record<string, unknown>): Promise<CallWait> {
  const { values, errors } = readFields(callWaitField, body, placeOf(tx.actor));
  if (errors.length > 0) throw invalid(errors);
  const seconds = values['seconds'] as number;
  const before = await readWait(tx);
  const stored = await tx.run`
    insert into call_setting as s (tenant_id, wait_seconds, update_by, update_time, version)
    values (${tx.tenant}, ${seconds}, ${tx.actor.username}, ${tx.now}, 1)
    on conflict (tenant_id) do update set wait_seconds = excluded.wait_seconds,
      update_by = excluded.update_by, update_time = excluded.update_time, version = s.version + 1
      where s.version = ${Number(body['version'] ?? 0)}`;
  if (stored === 0) throw staleVersion();
  const diff = { seconds: [String(before.seconds), String(seconds)] as [string, string] };
  if (before.seconds !== seconds) audit(tx, RESOURCE, [{ rowId: null, action: 'edit', diff }]);
  return readWait(tx);
}
