import { orderPriority } from '#modules/orders/model/order.ts';
import { actionTitle, type Action } from './actions.ts';
import { isGroup, type Condition, type Group } from './conditions.ts';
import { leafText, type Names } from './judge-rules.ts';
import type { Trigger } from './rule.ts';
import { subjectOf, SUBJECTS, type SubjectKind } from './subject.ts';

/** Conditions as one sentence: `（州/省 属于 CA、OR 且 件数 大于 2）或 大件`. */
export function conditionsText(group: Group, names: Names, subject: SubjectKind = 'order'): string {
  if (group.of.length === 0) return `任何${SUBJECTS[subject].title}`;
  const joined = (condition: Condition, isInner: boolean): string => {
    if (!isGroup(condition)) return leafText(condition, names);
    // Of a group in the making, all questions may still lack their values.
    if (condition.of.length === 0) return '…';
    const text = condition.of
      .map((one) => joined(one, condition.of.length > 1))
      .join(condition.join === 'and' ? '，且 ' : '，或 ');
    return isInner && condition.of.length > 1 ? `（${text}）` : text;
  };
  return joined(group, false);
}

/** What one action does, as one reads it. */
export function actionText(action: Action, names: Names, subject: SubjectKind = 'order'): string {
  const named = (ids: readonly string[]): string => ids.map((id) => names.get(id) ?? '（已删除）').join('、');
  const title = actionTitle(action.kind, subject);
  switch (action.kind) {
    case 'assignWarehouse':
      return `${title} ${named([action.warehouseId])}`;
    case 'assignShipMethod':
      return `${title} ${named([action.shipMethodId])}`;
    case 'addTag':
      return `${title} ${named(action.tagIds)}`;
    case 'addHold':
    case 'releaseHold':
    case 'askInfo':
      return `${title}（${action.reason}）`;
    case 'addRemark':
      return `${title}“${action.text}”`;
    case 'accept':
    case 'split':
      return title;
    case 'setPriority':
      return `${title} ${orderPriority.items[action.priority]}`;
    case 'notify':
      return `${title} ${named([...action.roleIds, ...action.userIds])}：${action.text}`;
    case 'createTask':
      return `${title}“${action.title}”，${action.userId ? `${named([action.userId])} ` : ''}${action.hours} 小时内`;
  }
}

const TRIGGER_TEXT: Readonly<Record<Trigger, string>> = {
  orderPulled: '收到订单时',
  orderMapped: '订单配对完成时',
  stockChanged: '缺货的订单到货时',
  schedule: '到设定的时间时',
  returnReceived: '退货收货完成时',
  partCreated: '收到配件申请时',
  feedFailed: '库存推送失败时',
  remittanceImported: '回款单导入时',
};

/** The whole rule, read back in one sentence. */
export function ruleText(
  rule: {
    trigger: Trigger;
    shopIds: readonly string[] | null;
    conditions: Group;
    actions: readonly Action[];
    stopOnMatch: boolean;
  },
  names: Names,
): string {
  const shops = rule.shopIds ? `${rule.shopIds.map((id) => names.get(id) ?? '（已删除）').join('、')} 的` : '';
  const subject = subjectOf(rule.trigger);
  const actions = rule.actions.map((action) => actionText(action, names, subject)).join('；');
  return `${TRIGGER_TEXT[rule.trigger]}，如果 ${shops}${conditionsText(rule.conditions, names, subject)}，就 ${actions || '…'}${rule.stopOnMatch ? '，不再执行后面的规则' : ''}。`;
}
