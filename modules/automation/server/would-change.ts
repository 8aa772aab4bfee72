import { isOpenState, RELEASABLE_HOLDS } from '#modules/orders/model/order-lifecycle.ts';
import type { Action } from '../model/actions.ts';
import type { KnownFacts } from '../model/facts.ts';
import type { Names } from '../model/judge-rules.ts';
import type { TestChange } from '../model/rule-records.ts';
import { actionText } from '../model/rule-text.ts';
import type { OrderHead } from './order-facts.ts';
import type { Judged } from './subjects.ts';

/** What would have been another, and that in words. */
interface Change {
  change: TestChange;
  said: string;
}

/** What an action would have made another than it is; null where it is that already. */
export function changeBy(action: Action, { head, facts }: Judged, names: Names): Change | null {
  const nameOf = (id: string | null): string => (id ? (names.get(id) ?? '（已删除）') : '未定');
  const said = actionText(action, names, head.kind);
  switch (action.kind) {
    case 'notify':
      return { change: 'notify', said };
    case 'createTask':
      return { change: 'task', said };
    case 'askInfo':
      return { change: 'askInfo', said };
    default:
      return head.order ? changeOfOrder(action, head.order, { said, facts, nameOf }) : null;
  }
}

/** The same of what is done to the order, which what is judged may not have. */
function changeOfOrder(
  action: Exclude<Action, { kind: 'notify' | 'createTask' | 'askInfo' }>,
  order: OrderHead,
  { said, facts, nameOf }: { said: string; facts: KnownFacts; nameOf: (id: string | null) => string },
): Change | null {
  switch (action.kind) {
    case 'assignWarehouse':
      return order.warehouseId === action.warehouseId
        ? null
        : {
            change: 'warehouse',
            said: `仓库 ${nameOf(order.warehouseId)} → ${nameOf(action.warehouseId)}`,
          };
    case 'assignShipMethod':
      return order.shipMethodId === action.shipMethodId
        ? null
        : {
            change: 'shipMethod',
            said: `物流渠道 ${nameOf(order.shipMethodId)} → ${nameOf(action.shipMethodId)}`,
          };
    case 'addTag': {
      const missing = action.tagIds.filter((id) => !(order.tagIds ?? []).includes(id));
      return missing.length === 0 ? null : { change: 'tag', said: `打标签 ${missing.map(nameOf).join('、')}` };
    }
    case 'addHold':
      return { change: 'hold', said };
    case 'releaseHold':
      return RELEASABLE_HOLDS.some((type) => (facts.holds as readonly string[]).includes(type))
        ? { change: 'release', said }
        : null;
    case 'accept':
      return facts.status === 'new' && (facts.holds as readonly string[]).length === 0
        ? { change: 'accept', said }
        : null;
    case 'split':
      return { change: 'split', said: `${said}（预占在多个仓时）` };
    case 'setPriority':
      return order.priority === action.priority || isLeft(order, facts) ? null : { change: 'priority', said };
    case 'addRemark':
      return { change: 'remark', said };
  }
}

/** What came after an order meets it when it has left: then its priority is of no use any more. */
const isLeft = ({ status }: OrderHead, { hasOrder }: KnownFacts): boolean => hasOrder === true && !isOpenState(status);
