import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from '../database.ts';
import { MESSAGES } from '../messages.ts';
import type { ImportOptions } from './import-options.ts';

const DAY_MS = 86_400_000;

/**
 * What to say of a sheet that was imported into the same register in the same mode within a day, by
 * whomever: nothing forbids it, but mostly nobody meant to. Trials, and imports that wrote nothing,
 * do not count.
 */
export async function repeatWarning(
  tx: Tx,
  owner: string,
  file: { sha256: string },
  { mode }: ImportOptions,
): Promise<string | null> {
  const since = new Date(tx.now.getTime() - DAY_MS);
  const earlier = await tx.maybe<{ createTime: Date; createBy: string }>`
    select create_time, create_by from file_job
    where tenant_id = ${tx.tenant} and create_time > ${since} and direction = 'import'
      and resource = ${owner} and sha256 = ${file.sha256} and options ->> 'mode' = ${mode}
      and not (options ->> 'isTrial')::boolean
      and (finish_time is null or created + updated + unchanged > 0)
    order by create_time desc, id desc limit 1`;
  if (!earlier) return null;
  const at = toWireTime(earlier.createTime, tx.actor.zone).slice(0, 16);
  return MESSAGES.importRepeated(at, earlier.createBy);
}
