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
];
