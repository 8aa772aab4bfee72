import type { Tx } from '#kit/server/database.ts';
import { setAccountHealth } from '#modules/base/server/index.ts';
import { CAPABILITIES, isClosing } from '../model/capability.ts';
import type { Capability, TestStep } from '../model/port.ts';

/** A closed capability is tried again after so long by itself; a connection test tries it at once. */
const RETRY_AFTER = '1 day';

/** What is not worth trying now, because the channel has refused it lately. */
export async function closedCapabilities(tx: Tx, accountId: string): Promise<ReadonlySet<Capability>> {
  const rows = await tx.rows<{ capability: Capability }>`
    select capability from channel_capability
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid
      and closed_at > ${tx.now}::timestamptz - ${RETRY_AFTER}::interval`;
  return new Set(rows.map(({ capability }) => capability));
}

/** The channel refused one thing: it is closed by name, and the shop goes on with the rest. */
export async function closeCapability(
  tx: Tx,
  accountId: string,
  capability: Capability,
  reason: string,
): Promise<void> {
  await store(tx, accountId, capability, reason);
  await setHealthBeside(tx, accountId, 'connected');
}

const store = (tx: Tx, accountId: string, capability: Capability, reason: string): Promise<number> => tx.run`
  insert into channel_capability (tenant_id, account_id, capability, reason, closed_at)
  values (${tx.tenant}, ${accountId}::uuid, ${capability}, ${reason.slice(0, 1000)}, ${tx.now})
  on conflict (tenant_id, account_id, capability)
    do update set reason = excluded.reason, closed_at = excluded.closed_at`;

/** It worked: what was closed is open. */
export async function openCapability(tx: Tx, accountId: string, capability: Capability): Promise<void> {
  await tx.run`
    delete from channel_capability where tenant_id = ${tx.tenant}
      and account_id = ${accountId}::uuid and capability = ${capability}`;
}

/**
 * What a connection test found: what worked is open, what was refused is closed, what failed in
 * passing stays as it was. After a good test what it could not try counts as open again.
 */
export async function storeTested(
  tx: Tx,
  accountId: string,
  steps: readonly TestStep[],
  isGood: boolean,
): Promise<void> {
  const tried = new Set(steps.map(({ capability }) => capability));
  if (isGood)
    for (const capability of Object.keys(CAPABILITIES) as Capability[])
      if (!tried.has(capability)) await openCapability(tx, accountId, capability);
  for (const { capability, ok, kind, message } of steps) {
    if (!capability) continue;
    if (ok) await openCapability(tx, accountId, capability);
    else if (isClosing(kind)) await store(tx, accountId, capability, message ?? '');
  }
}

/** A shop that works, with what is closed beside that. */
export async function setHealthBeside(tx: Tx, accountId: string, code: 'pulled' | 'connected'): Promise<void> {
  const rows = await tx.rows<{ capability: Capability }>`
    select capability from channel_capability
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid order by capability`;
  const closed = rows.map(({ capability }) => capability);
  await setAccountHealth(tx, accountId, { code, closed });
}
