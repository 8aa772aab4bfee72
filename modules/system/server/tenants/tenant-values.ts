import { invalid, type FieldError } from '#kit/model/refusal.ts';
import { rules } from '#kit/model/rules.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { readFields } from '#kit/server/parse.ts';
import { DEFAULT_ZONE } from '#kit/model/time.ts';
import { firstAdminFields, tenantFields } from '../../model/tenant.ts';

/** What is written of a tenant; what is absent stays as it is. */
export interface TenantValues {
  code?: string;
  name?: string;
  planId?: string | null;
  beginDate?: string | null;
  endDate?: string | null;
  timezone?: string;
  baseCurrency?: string;
  quotaUsers?: number | null;
  quotaShops?: number | null;
  quotaSkus?: number | null;
  quotaOrders?: number | null;
  quotaStorage?: number | null;
}

export interface FirstAdmin {
  username: string;
  realname: string;
}

const HIGHEST = 2_000_000_000;

/** The number of a tenant as a caller names it; null where it is none. */
export function tenantNumber(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return Number.isInteger(number) && (number as number) > 0 && (number as number) <= HIGHEST
    ? (number as number)
    : null;
}

const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** @returns an error unless times can be written in a zone */
export const zoneFault = (zone: string | undefined): FieldError[] =>
  zone === undefined || isZone(zone)
    ? []
    : [{ field: 'timezone', code: 'invalid', message: MESSAGES.notChoice('时区') }];

/** A new tenant and, where one is named, who administers it first. @throws Refusal with all faults */
export function readNewTenant(body: Record<string, unknown>): {
  values: TenantValues;
  admin: FirstAdmin | null;
} {
  // A client of the base names neither code nor zone.
  const given = { timezone: DEFAULT_ZONE, baseCurrency: 'USD', ...body };
  const { code: _code, ...fields } = tenantFields;
  const known = body['code'] === undefined ? fields : tenantFields;
  const { values, errors } = readFields(known, given, { zone: DEFAULT_ZONE });
  errors.push(...faultsOf(values as TenantValues));
  const admin = readAdmin(body, errors);
  if (errors.length > 0) throw invalid(errors);
  return { values: values as TenantValues, admin };
}

export function readFirstAdmin(body: Record<string, unknown>): FirstAdmin {
  const { values, errors } = readFields(firstAdminFields, body, { zone: DEFAULT_ZONE });
  if (errors.length > 0) throw invalid(errors);
  return {
    username: String(values['adminUsername']),
    realname: String(values['adminRealname']),
  };
}

function readAdmin(body: Record<string, unknown>, errors: FieldError[]): FirstAdmin | null {
  if (!body['adminUsername'] && !body['adminRealname']) return null;
  const read = readFields(firstAdminFields, body, { zone: DEFAULT_ZONE });
  errors.push(...read.errors);
  const { adminUsername, adminRealname } = read.values;
  return { username: String(adminUsername), realname: String(adminRealname) };
}

/** What is to change of a tenant; whether its currency may is judged where it is stored. */
export function readTenantEdit(body: Record<string, unknown>): TenantValues {
  const { values, errors } = readFields(tenantFields, body, { zone: DEFAULT_ZONE, partial: true });
  errors.push(...faultsOf(values as TenantValues));
  if (errors.length > 0) throw invalid(errors);
  return values as TenantValues;
}

function faultsOf({ timezone, beginDate, endDate, baseCurrency }: TenantValues): FieldError[] {
  const faults = zoneFault(timezone);
  const noCurrency = baseCurrency === undefined ? null : rules.currencyCode(baseCurrency);
  if (noCurrency !== null) faults.push({ field: 'baseCurrency', code: 'invalid', message: noCurrency });
  if (beginDate && endDate && endDate < beginDate)
    faults.push({ field: 'endDate', code: 'invalid', message: '到期日不能早于开始日期' });
  return faults;
}
