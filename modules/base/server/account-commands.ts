import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import type { ChannelCapability } from '../model/account-health.ts';
import { channelAccount, channelAccountLifecycle } from '../model/channel-account.ts';
import { accountActivated, accountExpired } from '../model/events.ts';

/** 启用: the channel has answered; whoever waits for the shop goes on (`account.activated`). */
export const activateAccount: Command = command(channelAccountLifecycle, 'activate', {
  async run(tx, rows) {
    for (const row of rows) await tx.emit(accountActivated, row.id, { accountId: row.id });
  },
});

/** 授权失效: the channel refused the credentials; pulls stop, what goes out waits. */
export const expireAccount: Command = command(channelAccountLifecycle, 'expire', {
  async run(tx, rows) {
    for (const row of rows) await tx.emit(accountExpired, row.id, { accountId: row.id });
  },
});

export const pauseAccount: Command = command(channelAccountLifecycle, 'pause', {
  run: async () => undefined,
});

export const disableAccount: Command = command(channelAccountLifecycle, 'disable', {
  run: async () => undefined,
});

/** 恢复: back to 待授权; the next successful connection test makes it active. */
export const enableAccount: Command = command(channelAccountLifecycle, 'enable', {
  run: async () => undefined,
});

/** A pull of the shop's orders has come to its end. */
export const notePulled = (tx: Tx, accountId: string): Promise<void> =>
  setColumns(tx, channelAccount, [accountId], { lastPullAt: tx.now });

/** How far the orders of a shop have been pulled. */
export async function noteCursor(tx: Tx, accountId: string, cursor: string | null): Promise<void> {
  await tx.run`
    update channel_account set pull_cursor = ${cursor}
    where tenant_id = ${tx.tenant} and id = ${accountId}::uuid`;
}

/** What was found when a shop was spoken to. */
export type FoundHealth =
  | { code: 'pulled' | 'connected'; closed: ChannelCapability[] }
  | { code: 'pullFailed'; reason: string }
  | { code: 'testFailed' | 'refused'; step: string; reason: string };

/** Notes how a shop stands: the last thing the channel reported. */
export async function setAccountHealth(tx: Tx, accountId: string, found: FoundHealth): Promise<void> {
  await setColumns(tx, channelAccount, [accountId], {
    healthCode: found.code,
    healthStep: 'step' in found ? found.step.slice(0, 64) : null,
    healthReason: 'reason' in found ? found.reason.slice(0, 255) : null,
    closedCapabilities: 'closed' in found ? found.closed : [],
  });
}
