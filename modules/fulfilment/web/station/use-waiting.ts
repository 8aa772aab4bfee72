import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { fetchRoute, cue, keyOf, queryClient, runMove } from '#kit/web/index.ts';
import { shipmentLifecycle } from '../../model/shipment-lifecycle.ts';
import { shipment } from '../../model/shipment.ts';
import { stationStepRoute, stationWaitingRoute } from '../../model/station-routes.ts';
import { unprinted, type StationShipment } from '../../model/station.ts';
import { printBox } from './station-printer.ts';
import type { StationSettings } from './station-settings.ts';

const REFETCH_MS = 1500;

const WAITING = keyOf(shipment, 'station', 'waiting');

export const refreshWaiting = (): Promise<void> => queryClient.invalidateQueries({ queryKey: WAITING });

export interface Waiting {
  rows: readonly StationShipment[];
  /** Why one of them does not go on, by its id. */
  faults: Readonly<Record<string, string>>;
  /** 补打: tries again whatever stands, or prints the label of the last one once more. */
  reprint: (current: StationShipment | null) => void;
}

/**
 * Shipments that are packed and wait: for labels, for a printer, to leave. They go on by themselves
 * when they can, one after the other; what did not work says why and waits for 补打.
 */
export function useWaiting(settings: StationSettings): Waiting {
  const { data: rows = [] } = useQuery({
    queryKey: WAITING,
    queryFn: ({ signal }) => fetchRoute(stationWaitingRoute, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? REFETCH_MS : false),
  });
  const [faults, setFaults] = useState<Record<string, string>>({});
  const isBusy = useRef(false);
  const turn = useRef(Promise.resolve());
  // Drawn again once a turn has ended: what became ready meanwhile is looked at then.
  const [, setTurns] = useState(0);
  const held = useRef(new Set<string>());
  const tries = useRef(0);
  const fail = (id: string, error: unknown): void => {
    held.current.add(id);
    if (settings.hasSound) cue('failed');
    setFaults((now) => ({ ...now, [id]: error instanceof Error ? error.message : '没有完成' }));
  };
  /** Whatever prints does so in turn: no label comes out twice because two began with it. */
  const inTurn = (work: () => Promise<boolean>): void => {
    isBusy.current = true;
    turn.current = turn.current.then(work).then(async (isChanged) => {
      if (isChanged) await refreshWaiting();
      isBusy.current = false;
      setTurns((turns) => turns + 1);
    });
  };
  const finishAll = async (ready: readonly StationShipment[]): Promise<boolean> => {
    let isChanged = false;
    for (const row of ready) {
      try {
        isChanged = (await finish(row, settings, tries.current)) || isChanged;
        setFaults((now) => without(now, row.id));
      } catch (error) {
        isChanged = true;
        fail(row.id, error);
      }
    }
    return isChanged;
  };
  const ready = rows.filter(({ id, status }) => status === 'labelled' && !held.current.has(id));
  useEffect(() => {
    if (ready.length > 0 && !isBusy.current) inTurn(() => finishAll(ready));
  });
  const reprint = (current: StationShipment | null): void => {
    tries.current += 1;
    inTurn(async () => {
      try {
        await again(current, settings, tries.current);
        held.current.clear();
        setFaults({});
      } catch (error) {
        fail(current?.id ?? '', error);
      }
      return true;
    });
  };
  return { rows: rows.filter((row) => isWaiting(row, settings)), faults, reprint };
}

/** Where shipping is done elsewhere, what is printed waits for nobody here. */
const isWaiting = (row: StationShipment, { isShipping }: StationSettings): boolean =>
  isShipping || row.status !== 'labelled' || unprinted(row).length > 0;

const without = (faults: Record<string, string>, id: string): Record<string, string> => {
  if (!(id in faults)) return faults;
  const { [id]: _gone, ...others } = faults;
  return others;
};

/** @returns whether anything was done @throws why it does not go on */
async function finish(row: StationShipment, settings: StationSettings, tries: number): Promise<boolean> {
  const boxes = unprinted(row);
  if (boxes.length > 0 && !settings.isPrinting) return false;
  for (const one of boxes) await printBox(row, one, settings);
  if (!settings.isShipping) return boxes.length > 0;
  if (row.labelHold) throw new Error(`面单待处理：${row.labelHold}`);
  if (row.lacksCustoms) throw new Error('缺报关文件，请到发货单上传');
  await runMove(shipmentLifecycle, row.id, 'ship', {}, `station ${row.id} ${row.version} ${tries}`);
  return true;
}

/** Labels that failed at the marketplace are asked for again; what was printed comes out once more. */
async function again(current: StationShipment | null, settings: StationSettings, tries: number): Promise<void> {
  const rows = await fetchRoute(stationWaitingRoute);
  const packed = rows.filter(({ status }) => status === 'packed');
  for (const { id, version } of packed) {
    const key = `label ${id} ${version} ${tries}`;
    const answers = await fetchRoute(stationStepRoute, {
      params: { id },
      body: { kind: 'label' } as const,
      key,
    });
    if (answers.labelRefused) throw new Error(answers.labelRefused);
  }
  const missing = rows.filter((row) => unprinted(row).length > 0);
  for (const row of missing) for (const one of unprinted(row)) await printBox(row, one, settings);
  if (missing.length > 0 || packed.length > 0 || !current) return;
  for (const one of current.boxes) await printBox(current, one, settings);
}
