import { stateNotes, type HelpPart } from '#kit/model/help.ts';
import { channelAccountLifecycle } from './channel-account.ts';

/** 基础资料 in the handbook. */
export const baseHelp: HelpPart = {
  module: 'base',
  title: '仓库与物流',
  chapters: [
    {
      name: 'warehouses',
      title: '仓库',
      pages: ['/base/warehouse'],
      of: ['base:warehouse'],
    },
    {
      name: 'ship-methods',
      title: '物流渠道',
      pages: ['/base/ship-method'],
      of: ['base:shipMethod'],
    },
  ],
  notes: [
    stateNotes(channelAccountLifecycle, {
      created: '已登记，还没有测试连接或没有通过；通过后自动启用。',
      active: '连接正常，按策略拉单和推送库存。',
      paused: '有人暂停：不拉单、不推送；恢复后要重新测试连接。',
      expired: '平台不再接受授权；更新授权信息并测试连接。',
      disabled: '已停用：不再拉单和推送，未完成的订单仍可处理。',
    }),
  ],
};
