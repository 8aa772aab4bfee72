import { invalid, notFound, type FieldError } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import type { Guards } from '#kit/server/write.ts';
import { carrierAccount } from '../model/carrier-account.ts';
import { carrierAccountInUse } from '../model/errors.ts';

/** A carrier account as its settings are judged. */
export interface JudgedCarrierAccount {
  carrier: string;
  owner: string;
  environment: string;
  apiUrl: string;
  accountNumber: string;
  hasKey: boolean;
}

/** What a carrier asks of the settings of an account; the module that speaks to carriers knows. */
export type CarrierCheck = (tenant: number, account: JudgedCarrierAccount) => FieldError[];

const judged = (row: Record<string, unknown>): JudgedCarrierAccount => {
  const text = (key: string): string => {
    const value = row[key];
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    carrier: text('carrier'),
    owner: text('owner'),
    environment: text('environment'),
    apiUrl: text('apiUrl'),
    accountNumber: text('accountNumber'),
    hasKey: Boolean(row['apiKey']),
  };
};

/** A key was given for a carrier, an account and an address: another of them needs it again. */
const BOUND = ['carrier', 'owner', 'environment', 'apiUrl', 'accountNumber'] as const;

export function carrierAccountGuards(check: CarrierCheck): Guards {
  const judge = (tx: Tx, row: Record<string, unknown>): void => {
    const errors = check(tx.tenant, judged(row));
    if (errors.length > 0) throw invalid(errors);
  };
  return {
    add: async (tx, values) => judge(tx, values),
    async edit(tx, before, values) {
      const [old, next] = [judged(before), judged({ ...before, ...values })];
      judge(tx, { ...before, ...values });
      const isMoved = BOUND.some((key) => old[key] !== next[key]);
      if (isMoved && next.owner === 'own' && old.hasKey && !values.apiKey)
        throw invalid([
          {
            field: 'apiKey',
            code: 'required',
            message: '承运商、归属、环境、地址或客户号已修改，请重新输入接口密钥',
          },
        ]);
    },
    async delete(tx, rows) {
      const ids = rows.map((row) => row.id);
      const used = await tx.maybe`
        select 1 from ship_method where tenant_id = ${tx.tenant} and deleted_at is null
          and carrier_account_id = any(${ids}::uuid[]) limit 1`;
      if (used) throw carrierAccountInUse();
    },
  };
}

/** An account with its key in clear: in memory only, never logged, never answered. */
export interface OpenedCarrierAccount {
  id: string;
  code: string;
  name: string;
  carrier: string;
  owner: 'own' | 'platform';
  environment: 'live' | 'sandbox';
  apiUrl: string | null;
  accountNumber: string | null;
  apiKey: string | null;
  status: 'enabled' | 'disabled';
  trackMinutes: number;
  firstScanHours: number;
}

/** @throws Refusal 404 */
export async function openCarrierAccount(tx: Tx, id: string): Promise<OpenedCarrierAccount> {
  const row = await tx.maybe<OpenedCarrierAccount>`
    select id, code, name, carrier, owner, environment, api_url, account_number, api_key, status,
      track_minutes, first_scan_hours
    from carrier_account where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  if (!row) throw notFound();
  return { ...row, apiKey: row.apiKey ? tx.vault.open(row.apiKey) : null };
}

/** Notes how an account stood when it was last spoken to. @param fault what was wrong; null: nothing */
export const noteCarrierHealth = (tx: Tx, id: string, fault: string | null): Promise<void> =>
  setColumns(tx, carrierAccount, [id], {
    testedAt: tx.now,
    fault: fault === null ? null : fault.slice(0, 255),
  });
