import { defineOwnWork, defineTenantWork } from '#kit/model/clock-work.ts';
import { text, textarea } from '#kit/model/field.ts';

export const sweepSessionsWork = defineOwnWork(
  'system.sweep',
  '清理过期登录与文件',
  '删除过期的登录、验证码、计数和不再使用的上传文件。',
);

/** Whom a reminder reaches: one person, or the whole tenant. */
export const remindWork = defineTenantWork('system.remind', '站内提醒', {
  about: '到点给一位同事或全体用户发一条站内消息。',
  fields: {
    title: text('标题', { required: true, max: 100 }),
    content: textarea('内容', { required: true, max: 1000 }),
    username: text('接收人账号', { max: 64, hint: '不填则发给本租户全体用户' }),
  },
  right: 'system:announcement:publish',
});
