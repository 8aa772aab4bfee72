import { CALL_WAIT } from '#kit/model/call-wait.ts';
import { integer } from '#kit/model/field.ts';
import { defineSettings } from '#kit/model/settings.ts';

/** How long what a move tells a channel waits, so that it can be called back; else as the installation says. */
export const callWait = defineSettings(CALL_WAIT.name, '撤回等待', {
  path: '/channels/callWait',
  about: '接单、取消、发货通知等发往平台之前等多久，其间可以撤回',
  fields: {
    seconds: integer('撤回等待(秒)', {
      required: true,
      min: 0,
      max: 600,
      hint: '接单、拒单、取消和发货通知等这么久再发往平台，其间可以撤回；0 为立即发送',
    }),
  },
  defaults: { seconds: CALL_WAIT.seconds },
});
