import type { Action } from './actions.ts';
import type { Group } from './conditions.ts';
import type { Trigger } from './rule.ts';

/** A rule to begin with: what only its author knows (warehouse, tag, people) is left to be chosen. */
export interface RuleTemplate {
  name: string;
  /** What it is good for. */
  hint: string;
  trigger: Trigger;
  conditions: Group;
  /** Actions as an editor has them: some may still lack their target. */
  actions: readonly Partial<Action>[];
  stopOnMatch: boolean;
}

export const TEMPLATES: readonly RuleTemplate[] = [
  {
    name: '西海岸订单走西仓',
    hint: '收件州在西海岸、西仓够发整单时，直接从西仓发货',
    trigger: 'orderPulled',
    conditions: {
      join: 'and',
      of: [
        { fact: 'state', op: 'in', value: ['CA', 'OR', 'WA', 'NV', 'AZ'] },
        { fact: 'isCovered', op: 'eq', value: true },
      ],
    },
    actions: [{ kind: 'assignWarehouse' }],
    stopOnMatch: true,
  },
  {
    name: '大额订单先核对',
    hint: '总额较高又有买家备注的订单，先挂起让人看一眼',
    trigger: 'orderPulled',
    conditions: {
      join: 'and',
      of: [
        { fact: 'total', op: 'ge', value: '2000' },
        { fact: 'hasBuyerRemark', op: 'eq', value: true },
      ],
    },
    actions: [
      { kind: 'addHold', reason: '大额订单，请核对买家备注' },
      { kind: 'createTask', title: '核对大额订单', hours: 4 },
    ],
    stopOnMatch: true,
  },
  {
    name: '普通订单自动接单',
    hint: '没有挂起、库存足够的代发小包裹，收到就接单',
    trigger: 'orderPulled',
    conditions: {
      join: 'and',
      of: [
        { fact: 'orderType', op: 'eq', value: 'dropship' },
        { fact: 'holds', op: 'empty', value: true },
        { fact: 'isCovered', op: 'eq', value: true },
        { fact: 'shipClass', op: 'eq', value: 'parcel' },
      ],
    },
    actions: [{ kind: 'accept' }],
    stopOnMatch: false,
  },
  {
    name: '承运商责任的退货去索赔',
    hint: '收货完成、责任在承运商的退货，给订单打标签并建待办去索赔',
    trigger: 'returnReceived',
    conditions: { join: 'and', of: [{ fact: 'returnFault', op: 'eq', value: 'carrier' }] },
    actions: [{ kind: 'addTag' }, { kind: 'createTask', title: '核对破损并向承运商索赔', hours: 24 }],
    stopOnMatch: false,
  },
  {
    name: '配件申请缺照片先补资料',
    hint: '破损或错件的配件申请没有照片时，请买家补照片',
    trigger: 'partCreated',
    conditions: {
      join: 'and',
      of: [
        { fact: 'partCauses', op: 'in', value: ['damaged', 'defective', 'wrong'] },
        { fact: 'partHasPhotos', op: 'eq', value: false },
      ],
    },
    actions: [{ kind: 'askInfo', reason: '请提供损坏部位的照片' }],
    stopOnMatch: false,
  },
  {
    name: '库存推送连续失败叫人看',
    hint: '一家店铺 24 小时内失败三次以上，建待办让人检查',
    trigger: 'feedFailed',
    conditions: { join: 'and', of: [{ fact: 'feedFailures', op: 'ge', value: '3' }] },
    actions: [{ kind: 'createTask', title: '检查库存推送', hours: 2 }],
    stopOnMatch: false,
  },
  {
    name: '回款有未匹配的行叫人核对',
    hint: '导入的回款单有没匹配上的行，建待办让人核销',
    trigger: 'remittanceImported',
    conditions: { join: 'and', of: [{ fact: 'remitOpenLines', op: 'ge', value: '1' }] },
    actions: [{ kind: 'createTask', title: '核对回款单未匹配的行', hours: 24 }],
    stopOnMatch: false,
  },
];
