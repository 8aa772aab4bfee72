import { countryOf } from '../model/places/regions.ts';
import { regionOfPlace, zoneOfPlace } from '../model/places/zone-of-place.ts';
import { invalid, type FieldError } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Guards } from '#kit/server/write.ts';
import {
  channelIsFixed,
  channelWarehouseTaken,
  shipMethodCodeTaken,
  shipMethodInUse,
  warehouseInUse,
} from '../model/errors.ts';
import { calendarFault } from '../model/work-calendar.ts';
import { settingTexts } from './account-policy.ts';

/**
 * What a channel asks of a shop's settings; the channels above know, this module only asks.
 * @returns errors at `settings.<key>`, `channelCode` or `clientSecret`
 */
export type SettingsCheck = (
  tenant: number,
  account: SpokenTo & { hasSecret: boolean; isSecretNew: boolean; before: SpokenTo | null },
) => FieldError[];

/** Where a shop's secret goes and whose it is. */
interface SpokenTo {
  channelCode: string;
  environment: string;
  settings: Record<string, string>;
}

export function accountGuards(checkSettings: SettingsCheck): Guards {
  const check = (tx: Tx, values: Record<string, unknown>, before: Record<string, unknown> | null): void => {
    const row = after(before, values);
    const errors = checkSettings(tx.tenant, {
      ...spokenTo(row.channelCode, row.environment, row.settings),
      hasSecret: Boolean(row.clientSecret),
      isSecretNew: Boolean(values.clientSecret),
      before: before && spokenTo(before.channelCode, before.environment, before.settings),
    });
    if (errors.length > 0) throw invalid(errors);
  };
  return {
    add: async (tx, values) => check(tx, values, null),
    async edit(tx, before, values) {
      const isOther = values.channelCode !== undefined && values.channelCode !== before.channelCode;
      if (isOther && before.status !== 'created') throw channelIsFixed();
      check(tx, values, before);
    },
  };
}

const spokenTo = (channelCode: unknown, environment: unknown, settings: unknown): SpokenTo => ({
  channelCode: String(channelCode),
  environment: String(environment),
  settings: settingTexts(readJson(settings)),
});

/** A json field arrives as text, a stored column as an object. */
function readJson(value: unknown): Record<string, unknown> | null {
  if (typeof value !== 'string') return (value as Record<string, unknown> | null) ?? null;
  const parsed: unknown = JSON.parse(value);
  if (typeof parsed === 'string' && parsed.trim().startsWith('{')) return readJson(parsed);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw invalid([{ field: 'settings', code: 'invalid', message: '连接参数格式不正确' }]);
  return parsed as Record<string, unknown>;
}

const checkCalendar = (values: Record<string, unknown>): void => {
  const { calendar } = values;
  if (calendar === undefined || calendar === null) return;
  const fault = calendarFault(typeof calendar === 'string' ? JSON.parse(calendar) : calendar);
  if (fault) throw invalid([{ field: 'calendar', code: 'invalid', message: fault }]);
};

/** State and clocks of a warehouse by its address, where they are not said. @throws Refusal 422 where it says neither */
function placeWarehouse(before: Record<string, unknown> | null, values: Record<string, unknown>): void {
  const row: Record<string, unknown> = after(before, values);
  const text = (key: string): string | null => (row[key] ? String(row[key]) : null);
  const place = {
    country: text('country') ?? 'US',
    state: text('state'),
    postalCode: text('postalCode'),
  };
  if (!place.state) {
    const region = regionOfPlace(place);
    if (region !== null) values['state'] = region;
  }
  if (row['timezone']) return;
  const zone = zoneOfPlace(place);
  if (zone === null)
    throw invalid([
      countryOf(place.country) === 'US' || countryOf(place.country) === 'CA'
        ? { field: 'state', code: 'required', message: '请填州/省或邮编，如 NJ：时区按它确定' }
        : {
            field: 'timezone',
            code: 'required',
            message: '按地址看不出时区，请填写，如 Asia/Seoul',
          },
    ]);
  values['timezone'] = zone;
}

export const warehouseGuards: Guards = {
  async add(_tx, values) {
    checkCalendar(values);
    placeWarehouse(null, values);
  },
  async edit(_tx, before, values) {
    checkCalendar(values);
    placeWarehouse(before, values);
  },
  async delete(tx, rows) {
    const used = await tx.maybe`
      select 1 from channel_warehouse where tenant_id = ${tx.tenant} and deleted_at is null
        and warehouse_id = any(${rows.map((row) => row.id)}::uuid[]) limit 1`;
    if (used) throw warehouseInUse();
  },
};

/** Whoever has the account pays for the label: the method says the same, and names a service. */
async function checkCarrier(
  tx: Tx,
  before: Record<string, unknown> | null,
  values: Record<string, unknown>,
): Promise<void> {
  const row = after(before, values);
  if (!row.carrierAccountId) return;
  const account = await tx.maybe<{ owner: string; name: string }>`
    select owner, name from carrier_account where tenant_id = ${tx.tenant}
      and id = ${row.carrierAccountId}::uuid and deleted_at is null`;
  const errors: FieldError[] = [];
  if (account && (row.accountOwner ?? 'marketplace') !== account.owner) {
    const title = account.owner === 'own' ? '自有账号' : '系统账号';
    errors.push({
      field: 'accountOwner',
      code: 'invalid',
      message: `承运商账号“${account.name}”是${title}，账号归属请选${title}`,
    });
  }
  if (typeof row.service !== 'string' || row.service.trim() === '')
    errors.push({ field: 'service', code: 'required', message: '请输入承运商的服务代码' });
  if (errors.length > 0) throw invalid(errors);
}

export const shipMethodGuards: Guards = {
  add: (tx, values) => checkCarrier(tx, null, values),
  edit: checkCarrier,
  async delete(tx, rows) {
    const used = await tx.maybe`
      select 1 from ship_method_code where tenant_id = ${tx.tenant} and deleted_at is null
        and ship_method_id = any(${rows.map((row) => row.id)}::uuid[]) limit 1`;
    if (used) throw shipMethodInUse();
  },
};

/** Values of an edit over the stored row: the row as it will be. */
const after = (before: Record<string, unknown> | null, values: Record<string, unknown>): Record<string, unknown> => ({
  ...before,
  ...values,
});

async function checkChannelWarehouse(
  tx: Tx,
  before: Record<string, unknown> | null,
  values: Record<string, unknown>,
): Promise<void> {
  const row = after(before, values);
  const twin = await tx.maybe`
    select 1 from channel_warehouse where tenant_id = ${tx.tenant} and deleted_at is null
      and account_id = ${row.accountId}::uuid and channel_code = ${row.channelCode}
      and warehouse_id = ${row.warehouseId}::uuid and id is distinct from ${before?.id ?? null}::uuid`;
  if (twin) throw channelWarehouseTaken({ channelCode: String(row.channelCode) });
}

export const channelWarehouseGuards: Guards = {
  add: (tx, values) => checkChannelWarehouse(tx, null, values),
  edit: checkChannelWarehouse,
};

async function checkShipMethodCode(
  tx: Tx,
  before: Record<string, unknown> | null,
  values: Record<string, unknown>,
): Promise<void> {
  const row = after(before, values);
  const twin = await tx.maybe`
    select 1 from ship_method_code where tenant_id = ${tx.tenant} and deleted_at is null
      and account_id = ${row.accountId}::uuid and channel_code = ${row.channelCode}
      and carrier_code = ${row.carrierCode} and id is distinct from ${before?.id ?? null}::uuid`;
  if (twin)
    throw shipMethodCodeTaken({
      channelCode: String(row.channelCode),
      carrierCode: String(row.carrierCode),
    });
}

export const shipMethodCodeGuards: Guards = {
  add: (tx, values) => checkShipMethodCode(tx, null, values),
  edit: checkShipMethodCode,
};
