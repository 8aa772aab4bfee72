import { dict } from '#kit/model/dict.ts';
import { orderPriority, type OrderPriority } from '#modules/orders/model/order.ts';
import { readJson, type Read } from './conditions.ts';
import { SUBJECTS, type SubjectKind } from './subject.ts';

export const actionKind = dict('rule_action', {
  assignWarehouse: '指定仓库',
  assignShipMethod: '指定物流渠道',
  addTag: '打标签',
  addHold: '挂起',
  releaseHold: '解除挂起',
  accept: '自动接单',
  split: '按仓拆单',
  setPriority: '设优先级',
  notify: '通知',
  createTask: '建待办',
  addRemark: '写订单备注',
  askInfo: '请补资料',
});
export type ActionKind = keyof typeof actionKind.items;

/** What a rule does, in the words of its editor. Ids are of live rows; texts are typed by its author. */
export type Action =
  | { kind: 'assignWarehouse'; warehouseId: string }
  | { kind: 'assignShipMethod'; shipMethodId: string }
  | { kind: 'addTag'; tagIds: readonly string[] }
  | { kind: 'addHold'; reason: string }
  | { kind: 'releaseHold'; reason: string }
  | { kind: 'accept' }
  | { kind: 'split' }
  | { kind: 'setPriority'; priority: OrderPriority }
  | { kind: 'notify'; userIds: readonly string[]; roleIds: readonly string[]; text: string }
  | { kind: 'createTask'; title: string; userId?: string; hours: number }
  | { kind: 'addRemark'; text: string }
  | { kind: 'askInfo'; reason: string };

/**
 * What can be done with what is judged. A return and a request for parts have the tags, the priority and the
 * remarks of their order; what moves goods that have left long ago is not offered for them.
 */
export const ACTIONS_OF: Readonly<Record<SubjectKind, readonly ActionKind[]>> = {
  order: [
    'assignWarehouse',
    'assignShipMethod',
    'addTag',
    'addHold',
    'releaseHold',
    'accept',
    'split',
    'setPriority',
    'notify',
    'createTask',
  ],
  return: ['addTag', 'setPriority', 'addRemark', 'notify', 'createTask'],
  part: ['askInfo', 'addTag', 'setPriority', 'addRemark', 'notify', 'createTask'],
  feed: ['notify', 'createTask'],
  remittance: ['notify', 'createTask'],
};

/** An action in the words of what it is done to. */
export const actionTitle = (kind: ActionKind, subject: SubjectKind): string =>
  (subject === 'order' ? undefined : OF_ITS_ORDER[kind]) ?? actionKind.items[kind];

const OF_ITS_ORDER: Partial<Record<ActionKind, string>> = {
  addTag: '给订单打标签',
  setPriority: '设订单优先级',
};

export const MOST_ACTIONS = 10;
const MOST_TEXT = 255;
const MOST_PEOPLE = 20;
const MOST_HOURS = 24 * 60;

/** The register of the ids that an action names. */
export const targetsOf = (action: Action): readonly (readonly [to: string, id: string])[] => {
  switch (action.kind) {
    case 'assignWarehouse':
      return [['base:warehouse', action.warehouseId]];
    case 'assignShipMethod':
      return [['base:shipMethod', action.shipMethodId]];
    case 'addTag':
      return action.tagIds.map((id) => ['base:tag', id] as const);
    case 'notify':
      return [
        ...action.userIds.map((id) => ['system:user', id] as const),
        ...action.roleIds.map((id) => ['system:role', id] as const),
      ];
    case 'createTask':
      return action.userId ? [['system:user', action.userId]] : [];
    case 'addHold':
    case 'releaseHold':
    case 'accept':
    case 'split':
    case 'setPriority':
    case 'addRemark':
    case 'askInfo':
      return [];
  }
};

/**
 * Judges the actions of a rule: known ones, each complete, none that another makes pointless.
 * @param subject what it is judged about: what cannot be done with that is a fault
 */
export function readActions(
  text: string | null | undefined,
  subject: SubjectKind | null = null,
): Read<readonly Action[]> {
  const faults: Read<Action[]>['faults'] = [];
  const json = readJson(text);
  if (!Array.isArray(json)) return { value: [], faults: [{ at: '', message: '动作格式不正确' }] };
  if (json.length === 0) faults.push({ at: '', message: '请至少添加一个动作' });
  if (json.length > MOST_ACTIONS) faults.push({ at: '', message: `动作最多 ${MOST_ACTIONS} 个` });
  const value = json.flatMap((one, index) => {
    const read = misfit(one, subject) ?? readAction(one);
    if (typeof read !== 'string') return [read];
    faults.push({ at: `${index + 1}`, message: read });
    return [];
  });
  const kinds = value.map(({ kind }) => kind).filter((kind) => kind !== 'notify');
  const twice = kinds.find((kind, at) => kinds.indexOf(kind) !== at && kind !== 'createTask');
  if (twice) faults.push({ at: '', message: `“${actionKind.items[twice]}”只能有一个` });
  if (kinds.includes('addHold') && (kinds.includes('accept') || kinds.includes('releaseHold')))
    faults.push({ at: '', message: '“挂起”不能与“自动接单”或“解除挂起”一起用' });
  return { value, faults };
}

/** Why an action cannot be done with what is judged, or null. */
function misfit(json: unknown, subject: SubjectKind | null): string | null {
  const kind = (json as { kind?: unknown } | null)?.kind;
  if (!subject || typeof kind !== 'string' || !Object.hasOwn(actionKind.items, kind)) return null;
  if (ACTIONS_OF[subject].includes(kind as ActionKind)) return null;
  return `“${actionKind.items[kind as ActionKind]}”不能用于${SUBJECTS[subject].title}，请换一个动作`;
}

const texts = (value: unknown): readonly string[] | null =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && one)
    ? (value as string[])
    : null;

const typed = (value: unknown, most = MOST_TEXT): string | null =>
  typeof value === 'string' && value.trim() !== '' && value.trim().length <= most ? value.trim() : null;

type Json = Record<string, unknown>;
type ActionOf<K extends ActionKind> = Extract<Action, { kind: K }>;

/** The action, or what is missing of it. */
function readAction(json: unknown): Action | string {
  if (typeof json !== 'object' || json === null) return '请选择动作';
  const one = json as Json;
  const kind = String(one.kind);
  return Object.hasOwn(READERS, kind) ? READERS[kind as ActionKind](one) : '请选择动作';
}

/** How each kind is read from JSON: one that has no reader does not compile. */
const READERS: { readonly [K in ActionKind]: (one: Json) => ActionOf<K> | string } = {
  assignWarehouse: ({ warehouseId }) =>
    isFilled(warehouseId) ? { kind: 'assignWarehouse', warehouseId } : '“指定仓库”请选择仓库',
  assignShipMethod: ({ shipMethodId }) =>
    isFilled(shipMethodId) ? { kind: 'assignShipMethod', shipMethodId } : '“指定物流渠道”请选择物流渠道',
  addTag(one) {
    const tagIds = texts(one.tagIds);
    return tagIds ? { kind: 'addTag', tagIds } : '“打标签”请选择标签';
  },
  addHold: (one) => withReason('addHold', one),
  releaseHold: (one) => withReason('releaseHold', one),
  accept: () => ({ kind: 'accept' }),
  split: () => ({ kind: 'split' }),
  setPriority: ({ priority }) =>
    Object.hasOwn(orderPriority.items, String(priority))
      ? { kind: 'setPriority', priority: priority as OrderPriority }
      : '“设优先级”请选择优先级',
  notify(one) {
    const [userIds, roleIds] = [texts(one.userIds) ?? [], texts(one.roleIds) ?? []];
    const text = typed(one.text);
    if (userIds.length + roleIds.length === 0) return '“通知”请选择收件人或角色';
    if (userIds.length + roleIds.length > MOST_PEOPLE) return `“通知”最多选 ${MOST_PEOPLE} 个`;
    return text ? { kind: 'notify', userIds, roleIds, text } : '“通知”请填写内容，最多 255 个字';
  },
  createTask: readTask,
  addRemark(one) {
    const text = typed(one.text);
    return text ? { kind: 'addRemark', text } : '“写订单备注”请填写内容，最多 255 个字';
  },
  askInfo(one) {
    const reason = typed(one.reason);
    return reason ? { kind: 'askInfo', reason } : '“请补资料”请填写需要补充什么，最多 255 个字';
  },
};

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';

function withReason<K extends 'addHold' | 'releaseHold'>(kind: K, one: Json): { kind: K; reason: string } | string {
  const reason = typed(one.reason);
  return reason ? { kind, reason } : `“${actionKind.items[kind]}”请填写原因，最多 255 个字`;
}

function readTask(one: Json): ActionOf<'createTask'> | string {
  const title = typed(one.title, 100);
  if (!title) return '“建待办”请填写要做什么，最多 100 个字';
  const hours = Number(one.hours);
  if (!Number.isInteger(hours) || hours < 1 || hours > MOST_HOURS)
    return `“建待办”请填写几小时内完成，1 至 ${MOST_HOURS}`;
  const userId = typeof one.userId === 'string' && one.userId ? one.userId : undefined;
  return { kind: 'createTask', title, hours, ...(userId ? { userId } : {}) };
}
