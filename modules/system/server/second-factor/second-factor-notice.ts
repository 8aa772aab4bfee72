import { systemActor } from '#kit/server/actor.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { sendNotice } from '../notices/send-notice.ts';
import { homeTenant } from '../registration/home-tenant.ts';

/** What happened to the second factor of a person. */
const NEWS = {
  on: {
    title: '已开启两步验证',
    text: '以后登录时除密码外还需要身份验证器中的验证码。',
  },
  off: { title: '已关闭两步验证', text: '以后登录不再需要身份验证器中的验证码。' },
  renewed: { title: '已重新生成恢复码', text: '原来的恢复码已全部失效。' },
  reset: {
    title: '管理员已重置您的两步验证',
    text: '登录不再需要身份验证器中的验证码，您可以在“安全设置”中重新开启。',
  },
  recovered: {
    title: '已使用恢复码登录',
    text: '该恢复码已失效。恢复码不足时请在“安全设置”中重新生成。',
  },
  guessed: {
    title: '两步验证多次失败',
    text: '有人通过了登录的第一步，但连续输入错误的验证码，登录已暂时锁定。',
  },
} as const;

const FOREIGN = '如果不是您本人操作，请立即修改密码，并联系管理员。';

/** Tells a person, in a tenant they belong to. */
export async function notifyOwner(tx: Tx, userId: string, what: keyof typeof NEWS): Promise<void> {
  const { title, text } = NEWS[what];
  await sendNotice(tx, {
    to: [userId],
    title,
    html: `<p>${text}${FOREIGN}</p>`,
    abstract: FOREIGN,
    openType: 'url',
    openPage: '/account/settings/security',
  });
}

/** As {@link notifyOwner}, in the tenant they used last. */
export async function notifyOwnerAtHome(db: Database, userId: string, what: keyof typeof NEWS): Promise<void> {
  const tenant = await db.platform((tx) => homeTenant(tx, userId));
  await db.tx(systemActor(tenant, 'login'), (tx) => notifyOwner(tx, userId, what));
}
