import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { numberKey } from '#kit/model/numbers.ts';
import { scannedNumbers } from '#kit/model/scanned-numbers.ts';
import {
  ApiError,
  fetchRoute,
  createActionKeys,
  cue,
  isOutcomeUnknown,
  keyOf,
  queryClient,
  shortNumber,
  useTurns,
  type ScanMessage,
  type TurnsOfPage,
} from '#kit/web/index.ts';
import { lineOfScan } from '#modules/inventory/model/desk-goods.ts';
import {
  foundRoute,
  pickRoute,
  putBackRoute,
  shortRoute,
  takeStopRoute,
  undoPickRoute,
  waveDeskRoute,
  type PickAnswer,
  type PickStop,
  type WaveDesk,
} from '../../model/wave-routes.ts';
import { wave } from '../../model/wave.ts';

const deskKey = (id: string): unknown[] => keyOf(wave, 'desk', id);
const REFETCH_MS = 10_000;

/** Everything the page of a wave shows; asked again while others may pick. */
export const useWaveDesk = (id: string): UseQueryResult<WaveDesk, Error> =>
  useQuery({
    queryKey: deskKey(id),
    queryFn: ({ signal }) => fetchRoute(waveDeskRoute, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.status === 'picking' ? REFETCH_MS : false),
  });

export interface Picking {
  said: ScanMessage | null;
  isBusy: boolean;
  turns: TurnsOfPage;
  scan: (number: string) => Promise<unknown>;
  pick: (stop: PickStop, qty: number) => void;
  /** @returns whether it was noted */
  short: (stop: PickStop, qty: number, reason: string) => Promise<boolean>;
  found: (stop: PickStop) => void;
  undo: () => void;
  /** Everything that is left, one place after the other. */
  pickAll: () => void;
  go: (seq: number | null) => void;
  putBack: (taskId: string) => void;
}

const deskNow = (id: string): WaveDesk | undefined => queryClient.getQueryData(deskKey(id));
/** Shows what a call answered. A reading begun before it is older: it would take the place away from under a scan. */
const showDesk = async (desk: WaveDesk): Promise<void> => {
  await queryClient.cancelQueries({ queryKey: deskKey(desk.id) });
  queryClient.setQueryData(deskKey(desk.id), desk);
};

/** Whether nothing of the wave has a place of its own: then no order of picking is better than another. */
export const isWithoutBins = ({ stops }: Pick<WaveDesk, 'stops'>): boolean => stops.every(({ bin }) => bin === null);

/** Of goods without a bin whatever is in the hand is picked, in any order. */
export const nextWithoutBin = (
  { stops }: Pick<WaveDesk, 'stops'>,
  here: PickStop,
  number: string,
): PickStop | undefined =>
  here.bin === null
    ? lineOfScan(
        stops.filter(({ bin, left }) => bin === null && left > 0),
        number,
      )
    : undefined;

/** The stop at which the reader stands. */
export const currentStop = (desk: WaveDesk | undefined): PickStop | undefined =>
  desk?.stops.find(({ seq }) => seq === desk.next);

const OPERATION_TITLES = { pick: '拣货', short: '缺货登记', found: '补拣' } as const;
type PickOperation = keyof typeof OPERATION_TITLES;

/** What was done, in the words of whoever holds the goods: which shipment goes without, into which place. */
function doneText(what: PickOperation, { kind }: WaveDesk, stop: PickStop, into: PickAnswer['into']): string {
  const qty = into.reduce((sum, one) => sum + one.qty, 0);
  if (what === 'short') {
    const hit = into.map(({ slot }) => stop.slots.find((one) => one.slot === slot)?.shipmentNo);
    return `缺货 ${qty} 件：${hit.filter(Boolean).join('、')} 先不发，订单已挂起`;
  }
  if (kind !== 'multi') return `${stop.goods.code} ${OPERATION_TITLES[what]} ${qty} 件`;
  return into.map((one) => `放入 ${one.slot} 号格 ×${one.qty}`).join('，');
}

/** Picks one call after the other however quick the scans come; each is noted once, also if it is sent again. */
export function usePicking(id: string): Picking {
  const turns = useTurns();
  const keys = useRef(createActionKeys());
  const [said, setMessage] = useState<ScanMessage | null>(null);
  const show = (now: ScanMessage): void => {
    cue(now.tone);
    setMessage(now);
  };
  const reported = (work: () => Promise<boolean>): Promise<boolean> =>
    work().catch(async (error: unknown) => {
      show(refusalOf(error));
      await queryClient.invalidateQueries({ queryKey: deskKey(id) });
      return false;
    });
  const inTurn = (work: () => Promise<boolean>): Promise<boolean> => turns.take(() => reported(work));
  const act = async (
    what: PickOperation,
    stop: PickStop,
    body: Record<string, unknown>,
    send: (action: string) => Promise<PickAnswer>,
  ): Promise<boolean> => {
    try {
      const { desk, into } = await send(keys.current.keyFor({ what, ...body }));
      keys.current.settle(null);
      await showDesk(desk);
      show({ tone: 'done', title: doneText(what, desk, stop, into) });
      if (desk.status === 'picking' && desk.next !== stop.seq) await take(null);
      return true;
    } catch (error) {
      keys.current.settle(error);
      throw error;
    }
  };
  const take = async (seq: number | null): Promise<void> =>
    showDesk(await fetchRoute(takeStopRoute, { params: { id }, body: seq === null ? {} : { seq } }));
  const pick = (stop: PickStop, qty: number): Promise<boolean> =>
    act('pick', stop, { seq: stop.seq, qty }, (action) =>
      fetchRoute(pickRoute, { params: { id }, body: { seq: stop.seq, qty, action } }),
    );
  const scan = async (number: string): Promise<boolean> => {
    if (!currentStop(deskNow(id))) await take(null);
    const desk = deskNow(id);
    const stop = currentStop(desk);
    if (!desk || !stop) {
      show({ tone: 'failed', title: '没有可拣的货位', description: '剩下的货位都有人在拣。' });
      return false;
    }
    if (lineOfScan([stop], number)) return pick(stop, 1);
    const near = nextWithoutBin(desk, stop, number);
    if (near) {
      await take(near.seq);
      return pick(near, 1);
    }
    const isHere = scannedNumbers(number).some((one) => stop.bin !== null && numberKey(one) === numberKey(stop.bin));
    const other = lineOfScan(desk.stops, number);
    show(isHere ? { tone: 'done', title: `货位正确，扫 ${stop.goods.code}` } : strange(number, other, stop));
    return isHere;
  };
  return {
    said,
    isBusy: turns.waiting > 0,
    turns,
    scan: (number) => reported(() => scan(number)),
    pick: (stop, qty) => void inTurn(() => pick(stop, qty)),
    short: (stop, qty, reason) =>
      inTurn(() =>
        act('short', stop, { seq: stop.seq, qty, reason }, (action) =>
          fetchRoute(shortRoute, { params: { id }, body: { seq: stop.seq, qty, reason, action } }),
        ),
      ),
    found: (stop) =>
      void inTurn(() =>
        act('found', stop, { seq: stop.seq, qty: 1 }, (action) =>
          fetchRoute(foundRoute, { params: { id }, body: { seq: stop.seq, qty: 1, action } }),
        ),
      ),
    pickAll: () =>
      void inTurn(async () => {
        for (;;) {
          const open = deskNow(id)?.stops.find(({ left }) => left > 0);
          if (!open) return true;
          await take(open.seq);
          if (!(await pick(open, open.left))) return false;
        }
      }),
    undo: () =>
      void inTurn(async () => {
        const { desk } = await fetchRoute(undoPickRoute, { params: { id } });
        await showDesk(desk);
        show({ tone: 'done', title: '已撤回上一次' });
        return true;
      }),
    go: (seq) =>
      void inTurn(async () => {
        await take(seq);
        return true;
      }),
    putBack: (taskId) =>
      void inTurn(async () => {
        await showDesk(await fetchRoute(putBackRoute, { params: { id }, body: { taskId } }));
        return true;
      }),
  };
}

function strange(number: string, other: PickStop | undefined, stop: PickStop): ScanMessage {
  const read = number.trim();
  return {
    tone: 'failed',
    read,
    title: other ? `${other.goods.code} 不是这里的货` : `${shortNumber(read)} 不在这个波次`,
    description: `这里拣 ${stop.goods.code}${stop.bin ? `，货位 ${stop.bin}` : ''}；放回去再扫。`,
  };
}

function refusalOf(error: unknown): ScanMessage {
  if (isOutcomeUnknown(error))
    return { tone: 'failed', title: '可能没有记下', description: '核对数量后再扫，不会记两次。' };
  const message = error instanceof ApiError ? error.message : '没有记下，请重试';
  return { tone: 'failed', title: '没有记下', description: message };
}
