import type { Named } from '#kit/model/lookup.ts';
import { ApiError, fetchRoute, callResource, isOutcomeUnknown, shortNumber, type ScanMessage } from '#kit/web/index.ts';
import { sku } from '#modules/catalog/model/product.ts';
import { needsReason, type DeskNow, type DeskReading, type OverChoice, type Stranger } from '../../model/desk-scan.ts';
import {
  returnDeskFindRoute,
  returnDeskRoute,
  type DeskFound,
  type DeskLine,
  type DeskReturn,
  type DeskStep,
} from '../../model/return-desk.ts';

export type DeskQuestion = Pick<DeskNow, 'over' | 'stranger'>;
export const NO_QUESTION: DeskQuestion = { over: null, stranger: null };

/** What a refusal says. */
export const wordsOf = (error: unknown): string => (error instanceof ApiError ? error.message : '请重试');

interface Acting {
  now: { current: DeskNow };
  push: (step: DeskStep, what: string) => void;
  say: (shown: ScanMessage) => void;
  mark: (lineId: string | null) => void;
  setQuestion: (question: DeskQuestion) => void;
}

/** What can be done with the parcel in front. */
export function deskActs({ now, push, say, mark, setQuestion }: Acting) {
  const send = (line: DeskLine, by: number, reason?: string): void => {
    const { id, returnId, skuId, isStranger } = line;
    push(
      isStranger
        ? { kind: 'stranger', returnId, skuId, by }
        : { kind: 'count', lineId: id, by, ...(reason ? { reason } : {}) },
      line.goods.code,
    );
    mark(line.id);
    const total = line.counted + by;
    const bin = line.goods.bins?.[0];
    say({
      tone: 'done',
      title: `${line.goods.code}　本次 ${total}`,
      description: isStranger
        ? '非本单退回'
        : `已收 ${line.received} / 应退 ${line.requested}${bin ? `　货位 ${bin}` : ''}`,
    });
  };
  return {
    count(line: DeskLine, by: number): void {
      if (!needsReason(line, by)) return send(line, by);
      setQuestion({ over: { line, by }, stranger: null });
      mark(line.id);
      say({
        tone: 'failed',
        title: `${line.goods.code} 比应退的多`,
        description: '下面选怎么记；不是这次退的就放到一边。',
      });
    },
    /** Why more came; null where it came from somewhere else, and is noted apart. */
    chooseOver(choice: OverChoice): void {
      const { over } = now.current;
      setQuestion(NO_QUESTION);
      if (!over) return;
      if (choice !== null) return send(over.line, over.by, choice);
      const { returnId, skuId, goods } = over.line;
      push({ kind: 'stranger', returnId, skuId, by: over.by }, goods.code);
      say({ tone: 'done', title: `${goods.code} 记为非本单退回` });
    },
    takeStranger(returnId: string): void {
      const { stranger } = now.current;
      setQuestion(NO_QUESTION);
      if (!stranger) return;
      push({ kind: 'stranger', returnId, skuId: stranger.skuId, by: 1 }, stranger.code);
      say({ tone: 'done', title: `${stranger.code} 记为非本单退回` });
    },
    undo(): void {
      if (now.current.over || now.current.stranger) return setQuestion(NO_QUESTION);
      push({ kind: 'undo' }, '撤回');
    },
    receive(): void {
      const counted = now.current.parcel.flatMap(({ lines }) => lines).some((line) => line.counted > 0);
      if (counted) push({ kind: 'receive' }, '收货');
      else say({ tone: 'failed', title: '还没有点数', description: '扫商品，每扫一次加一。' });
    },
    finish: ({ id, returnNo }: DeskReturn): void => push({ kind: 'finish', returnId: id }, returnNo),
  };
}

interface CarryingOut {
  text: string;
  acts: ReturnType<typeof deskActs>;
  /** What may be said of more than was announced. */
  choices: readonly OverChoice[];
  look: (text: string, numbers: string[]) => Promise<void>;
  leave: () => void;
  choose: (id: string) => Promise<void>;
  now: DeskNow;
  say: (shown: ScanMessage) => void;
}

/** Does what a reading means. */
export async function carryOut(reading: DeskReading, around: CarryingOut): Promise<void> {
  const { text, acts, choices, look, leave, choose, now, say } = around;
  switch (reading.kind) {
    case 'count':
      return acts.count(reading.line, 1);
    case 'reason': {
      const choice = choices[reading.at];
      return choice === undefined ? undefined : acts.chooseOver(choice);
    }
    case 'takeStranger': {
      const into = now.parcel.filter(({ isOpen }) => isOpen)[reading.at];
      return into ? acts.takeStranger(into.id) : undefined;
    }
    case 'choose': {
      const one = now.candidates[reading.at];
      return one?.isOpen ? choose(one.id) : undefined;
    }
    case 'receive':
      return acts.receive();
    case 'undo':
      return acts.undo();
    case 'leave':
      return leave();
    case 'ask':
      return say({
        tone: 'failed',
        read: text.trim(),
        title: `${shortNumber(text.trim())} 没有记下`,
        description: reading.what === 'reason' ? '先选多退的原因。' : '先说上一件怎么记。',
      });
    case 'find':
      return look(text, reading.numbers);
  }
}

interface Looking {
  now: DeskNow;
  say: (shown: ScanMessage) => void;
  open: (parcel: readonly DeskReturn[]) => void;
  setFound: (found: DeskFound | null) => void;
  setUnknown: (number: string | null) => void;
  setQuestion: (question: DeskQuestion) => void;
}

/** Asks the server what a number is: a parcel, returns to choose from, goods of another, or nothing. */
export async function lookUp(text: string, numbers: string[], around: Looking): Promise<void> {
  const { now, say, open, setFound, setUnknown, setQuestion } = around;
  const read = text.trim();
  const found = await fetchRoute(returnDeskFindRoute, { query: { number: read } });
  const counted = now.parcel.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.counted, 0);
  if (found.parcel.length + found.candidates.length > 0 && counted > 0)
    return say({
      tone: 'failed',
      read,
      title: `先收货：这个包裹点了 ${counted} 件`,
      description: '点“收货”，或再扫一次这个包裹的号码；收好再扫下一个。',
    });
  if (found.parcel.length > 0) {
    open(found.parcel);
    return say(parcelMessage(found.parcel));
  }
  if (found.candidates.length > 0) {
    setFound(found);
    setUnknown(null);
    return say(candidatesMessage(read, found));
  }
  const stranger = now.parcel.length > 0 ? await strangerOf(numbers) : null;
  if (stranger) {
    setQuestion({ over: null, stranger });
    return say({
      tone: 'failed',
      read,
      title: `${stranger.code} 不在这个包裹的退货单里`,
      description: '选怎么记。',
    });
  }
  setFound(found.orders.length > 0 ? found : null);
  setUnknown(read);
  say({
    tone: 'failed',
    read,
    title: found.orders.length > 0 ? `${shortNumber(read)} 没有退货单` : `没有找到 ${shortNumber(read)}`,
    description: '不是退货单、订单、运单或商品。核对号码，或登记为无单退货。',
  });
}

function parcelMessage(parcel: readonly DeskReturn[]): ScanMessage {
  const units = parcel
    .flatMap(({ lines }) => lines)
    .reduce((sum, { requested, received }) => sum + Math.max(0, requested - received), 0);
  const many = parcel.length > 1 ? `${parcel.length} 张退货单，` : '';
  return { tone: 'done', title: `${many}还要收 ${units} 件`, description: '逐件扫商品。' };
}

const candidatesMessage = (read: string, { candidates }: DeskFound): ScanMessage =>
  candidates.some(({ isOpen }) => isOpen)
    ? { tone: 'done', read, title: '有几张退货单，选一张' }
    : {
        tone: 'failed',
        read,
        title: `${shortNumber(read)} 现在不能收货`,
        description: '状态见下。',
      };

/** Opens a return that was chosen, with its parcel. */
export async function openOne(id: string, { say, open }: Pick<Looking, 'say' | 'open'>): Promise<void> {
  try {
    const { parcel } = await fetchRoute(returnDeskRoute, { query: { ids: id } });
    open(parcel);
    say(parcelMessage(parcel));
  } catch (error) {
    say({ tone: 'failed', title: '打不开', description: wordsOf(error) });
  }
}

/** A look-up that had no answer. */
export const notRead = (text: string, error: unknown): ScanMessage => ({
  tone: 'failed',
  read: text.trim(),
  title: `${shortNumber(text.trim())} 没有查到`,
  description: isOutcomeUnknown(error) ? '没有网络，请再扫一次。' : wordsOf(error),
});

async function strangerOf(numbers: readonly string[]): Promise<Stranger | null> {
  const { result } = await callResource<Named[]>(sku, 'lookup', { body: { texts: numbers } });
  const found = result.find((one) => 'id' in one);
  return found && 'id' in found ? { skuId: found.id, code: found.label } : null;
}
