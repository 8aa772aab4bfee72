import { setTimeout as sleep } from 'node:timers/promises';
import { invalid, notFound, Refusal, type FieldError } from '#kit/model/refusal.ts';
import { systemActor } from '#kit/server/actor.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { takeTurn } from '#kit/server/rate-limit.ts';
import type { Guards } from '#kit/server/write.ts';
import { originsOf } from '#platform/outbound/outbound.ts';
import { feedOfSupplierExists, supplierBusy } from '../../model/supply/supply-errors.ts';
import {
  SupplierError,
  type SupplierConnection,
  type SupplierConnector,
  type SupplierFetch,
  type SupplierLogin,
} from '../../model/supply/supplier-port.ts';
import type { SupplyFeedRow } from '../../model/supply/supply-feed.ts';

/** The house's client for calls to one set of origins. */
type Outbound = (
  url: string,
  init: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
) => Promise<{ status: number; headers: Record<string, string>; body: Uint8Array }>;

/** What the wiring gives for feeds. */
export interface SupplyServices {
  db: Database;
  supplierConnectors: readonly SupplierConnector[];
  /** Accounts at suppliers that are simulated beside this install, by the code of the connector. */
  practiceSuppliers: ReadonlyMap<string, SupplierLogin>;
  outbound: (tenant: number, origins: readonly string[]) => Outbound;
  grantedOrigins: (tenant: number) => readonly string[];
  clock: () => Date;
  /** Work was stored: look at the queue now. */
  wake: () => void;
}

/** A feed with the connector that reads it; its secret is in memory only. */
export interface OpenFeed {
  feed: SupplyFeedRow;
  connector: SupplierConnector;
  connection: SupplierConnection;
}

/** Longest wait for the turn of one call: a feed of many thousand rows takes its minutes. */
const MAX_PACE_MS = 30_000;

/** Reads a feed with its secret. Nothing is called yet. @throws Refusal where it cannot be read */
export async function openFeed(tx: Tx, services: SupplyServices, id: string): Promise<OpenFeed> {
  const feed = await tx.maybe<SupplyFeedRow>`
    select * from supply_feed where tenant_id = ${tx.tenant} and id = ${id}::uuid and deleted_at is null`;
  if (!feed) throw notFound();
  const [fault] = feedFaults(services, tx.tenant, { ...feed });
  if (fault) throw new Refusal('purchasing.supplyFeed', fault.message, { status: 422 });
  const connector = connectorOf(services, feed.connector) as SupplierConnector;
  const login: SupplierLogin = {
    apiUrl: feed.apiUrl?.trim() || connector.apiUrl,
    clientId: feed.clientId,
    clientSecret: feed.clientSecret ? tx.vault.open(feed.clientSecret) : '',
  };
  const fetch = pacedFetch(services, tx.tenant, id, connector, login);
  return { feed, connector, connection: connector.connect(login, fetch, services.clock) };
}

const connectorOf = ({ supplierConnectors }: Pick<SupplyServices, 'supplierConnectors'>, code: string) =>
  supplierConnectors.find((one) => one.code === code);

type Judging = Pick<SupplyServices, 'supplierConnectors' | 'grantedOrigins'>;

/** What is wrong with the settings of a feed. A live secret goes over https to its supplier, or where an operator allowed. */
function feedFaults(services: Judging, tenant: number, row: Readonly<Record<string, unknown>>): FieldError[] {
  const text = (key: string): string => (typeof row[key] === 'string' ? (row[key] as string).trim() : '');
  const wrong = (field: string, message: string): FieldError[] => [{ field, code: 'invalid', message }];
  const connector = connectorOf(services, text('connector'));
  if (!connector)
    return wrong('connector', `没有这个接口，可选：${services.supplierConnectors.map(({ code }) => code).join('、')}`);
  if (!row['clientSecret']) return [{ field: 'clientSecret', code: 'required', message: '请输入 Client Secret' }];
  const url = text('apiUrl') || connector.apiUrl;
  if (!/^https?:\/\/[^\s]+$/i.test(url) || !URL.canParse(url)) return wrong('apiUrl', '接口地址不是有效的网址');
  const { origin, protocol } = new URL(url);
  if (row['environment'] !== 'live' || services.grantedOrigins(tenant).includes(origin)) return [];
  if (protocol !== 'https:') return wrong('apiUrl', '接口地址须以 https:// 开头');
  const own = [new URL(connector.apiUrl).origin, ...(connector.origins ?? [])];
  return own.includes(origin)
    ? []
    : wrong('apiUrl', `接口地址不是${connector.title}的地址；使用其他地址须先由平台运营为本租户开通`);
}

/** A secret was given for an interface, an address and an id: another of them needs it once more. */
const BOUND = ['connector', 'environment', 'apiUrl', 'clientId'] as const;

/** One feed for a supplier; settings that its connector can use; a secret goes nowhere else unasked. */
export const supplyFeedGuards = (services: Judging): Guards => {
  const judge = async (tx: Tx, row: Readonly<Record<string, unknown>>): Promise<void> => {
    const errors = feedFaults(services, tx.tenant, row);
    if (errors.length > 0) throw invalid(errors);
    const twin = await tx.maybe`
      select 1 from supply_feed where tenant_id = ${tx.tenant} and deleted_at is null
        and supplier_id = ${row['supplierId'] as string}::uuid and id is distinct from ${(row['id'] as string) ?? null}::uuid`;
    if (twin) throw feedOfSupplierExists();
  };
  return {
    add: (tx, values) => judge(tx, values),
    async edit(tx, before, values) {
      const next: Record<string, unknown> = { ...before, ...values, id: before.id };
      await judge(tx, { ...next, clientSecret: values['clientSecret'] || before['clientSecret'] });
      const isMoved = BOUND.some((key) => (before[key] ?? '') !== (next[key] ?? ''));
      if (isMoved && !values['clientSecret'])
        throw invalid([
          {
            field: 'clientSecret',
            code: 'required',
            message: '接口、环境、地址或 Client ID 已修改，请重新输入 Client Secret',
          },
        ]);
      if (next['supplierId'] === before['supplierId']) return;
      const used = await tx.maybe`
        select 1 from supplier_product where tenant_id = ${tx.tenant} and feed_id = ${before.id}::uuid limit 1`;
      if (used) throw supplierBusy();
    },
    async delete(tx, rows) {
      const used = await tx.maybe`
        select 1 from supplier_product where tenant_id = ${tx.tenant}
          and feed_id = any(${rows.map(({ id }) => id)}::uuid[]) limit 1`;
      if (used) throw supplierBusy();
    },
  };
};

/** Calls of one feed share the ceilings of its supplier, over all nodes. */
function pacedFetch(
  services: SupplyServices,
  tenant: number,
  feedId: string,
  { limits: { perSecond, burst } }: SupplierConnector,
  { apiUrl }: SupplierLogin,
): SupplierFetch {
  const fetch = services.outbound(tenant, originsOf([apiUrl]));
  return async (url, { rateKey, ...init }) => {
    const turn = await services.db.tx(systemActor(tenant, '系统'), (tx) =>
      takeTurn(tx, `supply:${feedId}:${rateKey}`, { perSecond, burst }, { maxWaitMs: MAX_PACE_MS }),
    );
    if (!turn.isTaken) throw new SupplierError('rate', '本供货源的请求已达频率上限', turn.waitMs);
    if (turn.waitMs > 0) await sleep(turn.waitMs);
    return fetch(url, init);
  };
}
