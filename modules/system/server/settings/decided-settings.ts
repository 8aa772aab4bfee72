import { toWireTime } from '#kit/model/time.ts';
import { may } from '#kit/server/actor.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { decidedSettingsRoute } from '../../model/tenant-setting.ts';

/** What the tenant has decided of the forms that the caller may read, and who did. */
export const decidedSettingsRoutes: Route[] = [
  implement(decidedSettingsRoute, (call) =>
    call.tx(async (tx) => {
      const rows = await tx.rows<{ name: string; updateBy: string; updateTime: Date }>`
        select name, update_by, update_time from tenant_setting
        where tenant_id = ${tx.tenant} and version > 0 order by name`;
      return rows
        .filter(({ name }) => may(tx.actor, `${name}:list`))
        .map(({ name, updateBy, updateTime }) => ({
          name,
          updateBy,
          updateTime: toWireTime(updateTime, tx.actor.zone),
        }));
    }),
  ),
];
