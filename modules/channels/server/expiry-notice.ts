import { htmlText } from '#kit/model/html-text.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { healthText } from '#modules/base/model/account-health.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { rightHolders, sendNotice } from '#modules/system/server/index.ts';

const HEALTH = ['healthCode', 'healthStep', 'healthReason', 'closedCapabilities'] as const;

/** Tells those who may renew the credentials of a shop that its channel refuses them. */
export async function notifyExpired(tx: Tx, accountId: string): Promise<void> {
  const [shop] = await pick(tx, channelAccount, ['name', ...HEALTH])`id = ${accountId}::uuid`;
  const to = await rightHolders(tx, 'base:channelAccount:edit', accountId);
  if (!shop || to.length === 0) return;
  const health = healthText(shop);
  const reason = health ? `原因：${health}` : '渠道拒绝了店铺的接口凭证。';
  await sendNotice(tx, {
    to,
    title: `店铺“${shop.name.slice(0, 80)}”授权失效`,
    html: `<p>${htmlText(reason)}</p><p>拉单已停止，待发送的内容等待授权恢复。请在“店铺账号”中更新凭证并测试连接。</p>`,
    abstract: reason.slice(0, 200),
    priority: 'H',
    openType: 'url',
    openPage: '/channel/wf/account',
    businessType: 'channelAccount',
    businessId: accountId,
  });
}
