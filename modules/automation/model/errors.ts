import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';
import type { Mask } from '#kit/model/scope.ts';
import { SUBJECTS, type SubjectKind } from './subject.ts';

const PART_TITLES = { conditions: '条件', actions: '动作', shopIds: '店铺' } as const;

/** Faults of conditions or actions, each with its place in front. */
export const partFaults = (
  field: 'conditions' | 'actions' | 'shopIds',
  faults: readonly { at: string; message: string }[],
): FieldError[] =>
  faults.map(({ at, message }) => ({
    field,
    code: 'automation.rule',
    message: at === '' ? message : `${PART_TITLES[field]} ${at}：${message}`,
  }));

export const ruleIsLive = () => new Refusal('automation.live', '规则正在启用，请先停用再修改；优先级和说明可以直接改');

export const liveRuleStays = (p: { rule: string }) =>
  new Refusal('automation.liveStays', `规则“${p.rule}”正在运行，请先停用再删除`);

export const testFirst = (p: { revision: number }) =>
  new Refusal('automation.testFirst', `第 ${p.revision} 版还没有回测，请先回测再启用`);

/** Switched on like that, it would stop at the next order. */
export const targetsGone = (p: { what: string }) =>
  new Refusal('automation.targetsGone', `${p.what}；保存、回测后再启用`);

/** Asked for where a rule would do something to everything it is judged about. */
export const matchesAll = (p: { matched: number; orders: number; of: SubjectKind }) =>
  invalid([
    {
      field: 'acceptAll',
      code: 'automation.matchesAll',
      message: `回测的 ${p.orders} ${SUBJECTS[p.of].counted}中命中 ${p.matched} ${SUBJECTS[p.of].unit}，也就是全部。确实要全部执行，请打开“确认全部执行”`,
    },
  ]);

/** Nobody sets a rule on what they may not do themselves. */
export const actionForbidden = (p: { action: string }) =>
  new Refusal('automation.actionForbidden', `您没有“${p.action}”的权限，不能启用这条规则`, {
    status: 403,
  });

export const shopsOutOfScope = () =>
  invalid([
    {
      field: 'shopIds',
      code: 'automation.shopsOutside',
      message: '请选择您负责的店铺：规则不能用于其他店铺',
    },
  ]);

/** Whoever sees some shops decides over no rule that reaches others too. */
export const beyondShops = () =>
  new Refusal('automation.beyondShops', '这条规则用于您负责以外的店铺，请负责这些店铺的人操作', {
    status: 403,
  });

/** A rule meets orders of every warehouse. */
export const beyondWarehouses = () =>
  new Refusal('automation.beyondWarehouses', '您只负责部分仓库，而规则作用于所有仓库的订单，请负责全部仓库的人操作', {
    status: 403,
  });

/** What one may not see cannot be asked for either: the answer would say it. */
export const maskedFact = (p: { fact: string; mask: Mask }) =>
  invalid([
    {
      field: 'conditions',
      code: 'automation.maskedFact',
      message: `“${p.fact}”属于${MASK_TITLES[p.mask]}，您没有查看权限，不能用作条件`,
    },
  ]);

const MASK_TITLES: Readonly<Record<Mask, string>> = {
  pii: '买家信息',
  cost: '成本',
  profit: '利润',
};

export const cronNeeded = () => invalid([{ field: 'cron', code: 'required', message: '请填写执行时间' }]);

export const cronTooOften = (p: { minutes: number }) =>
  invalid([{ field: 'cron', code: 'automation.tooOften', message: `最多每 ${p.minutes} 分钟执行一次` }]);

export const cronOver = () => invalid([{ field: 'cron', code: 'automation.over', message: '这个时间以后不会再到' }]);

export const versionGone = () => invalid([{ field: 'revision', code: 'missing', message: '这个版本不存在' }]);

export const noSuch = (of: SubjectKind) => invalid([{ field: 'number', code: 'missing', message: NO_SUCH[of] }]);

const NO_SUCH: Readonly<Record<SubjectKind, string>> = {
  order: '没有这个订单号或PO号的订单',
  return: '没有这个单号的退货单',
  part: '没有这个单号的配件补发单',
  feed: '没有这家店铺，或它还没有失败过的库存推送',
  remittance: '没有这个单号的回款单，或它还没有匹配过',
};

/** What is about an order that somebody may not see would tell them of it. */
export const orderUnseen = (of: SubjectKind) =>
  invalid([
    {
      field: 'number',
      code: 'automation.orderUnseen',
      message: `这张${SUBJECTS[of].title}的订单不在您负责的范围内，不能预览`,
    },
  ]);

/** A tag that is gone would park the rule with the next order it meets. */
export const tagOfLiveRule = (p: { rule: string }) =>
  new Refusal('automation.tagOfLiveRule', `启用中的规则“${p.rule}”用到这个标签，请先停用或修改该规则`);
