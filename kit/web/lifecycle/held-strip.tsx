import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { CALL_BACK, heldMovesRoute, type HeldMove } from '#kit/model/held-move.ts';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import { toast, toastError } from '#ui/feedback.tsx';
import { newKey } from '#ui/http/action-key.ts';
import { fetchRoute } from '#ui/http/route-call.ts';
import { keyOf, refreshResource } from '../query-client.ts';
import { usePermission } from '../session/access.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { runBatch } from './run-move.ts';

const REFETCH_MS = 5_000;

export interface HeldStripProps {
  lifecycle: AnyLifecycle;
  /** Of one document alone. */
  id?: string;
}

/**
 * What waits to be sent outside and can still be called back, with the time that is left: one's own moves, those
 * of a batch together. It stays when the toast has gone, and is there again after a reload.
 */
export function HeldStrip({ lifecycle, id }: HeldStripProps): ReactNode {
  const { of } = lifecycle;
  const mayCallBack = usePermission(`${resourceKey(of)}:${CALL_BACK}`);
  const { data, dataUpdatedAt } = useQuery({
    queryKey: keyOf(of, 'heldMoves'),
    queryFn: ({ signal }) => fetchRoute(heldMovesRoute(of), { signal }),
    refetchInterval: ({ state }) => ((state.data ?? []).length > 0 ? REFETCH_MS : false),
    staleTime: 0,
  });
  const now = useSeconds((data ?? []).length > 0);
  const gone = Math.max(0, Math.floor((now - dataUpdatedAt) / 1000));
  const waiting = (data ?? [])
    .filter((one) => (id ? one.id === id : one.isOwn))
    .map((one) => ({ ...one, seconds: one.seconds - gone }))
    .filter(({ seconds }) => seconds > 0);
  if (waiting.length === 0) return null;
  const groups = Map.groupBy(waiting, (one) => `${one.move} ${one.batch ?? ''}`);
  return (
    <ul className="wb-held" aria-label="可撤回的操作">
      {[...groups].map(([key, own]) => (
        <HeldGroup key={key} lifecycle={lifecycle} waiting={own} mayCallBack={mayCallBack} />
      ))}
    </ul>
  );
}

/** A clock of seconds, as long as something counts down. */
function useSeconds(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

interface HeldGroupProps {
  lifecycle: AnyLifecycle;
  waiting: readonly HeldMove[];
  mayCallBack: boolean;
}

function HeldGroup({ lifecycle, waiting, mayCallBack }: HeldGroupProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [first] = waiting as [HeldMove];
  const least = Math.min(...waiting.map(({ seconds }) => seconds));
  const callBack = async (ids: readonly string[]): Promise<void> => {
    setBusy(true);
    await callBackAll(lifecycle, ids, first.moveTitle);
    setChosen(new Set());
    setBusy(false);
  };
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const isMany = waiting.length > 1;
  return (
    <li className="wb-held-group">
      <div className="wb-held-line">
        <span>
          {first.moveTitle}
          {isMany ? ` ${waiting.length} 条` : ` ${first.label}`}
          {first.isOwn ? '' : `（${first.by}）`}
        </span>
        <span className="wb-held-left">
          <b>{least}</b> 秒内可以撤回
        </span>
        {mayCallBack && (
          <Button
            size="small"
            loading={isBusy}
            onClick={() => void callBack(chosen.size > 0 ? [...chosen] : waiting.map(({ id }) => id))}
          >
            {isMany ? (chosen.size > 0 ? `撤回所选 ${chosen.size} 条` : '全部撤回') : '撤回'}
          </Button>
        )}
        {isMany && (
          <Button type="link" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? '收起' : '查看'}
          </Button>
        )}
      </div>
      {isOpen && isMany && (
        <div className="wb-held-rows">
          {waiting.map(({ id, label }) => (
            <Checkbox key={id} disabled={!mayCallBack} checked={chosen.has(id)} onChange={() => toggle(id)}>
              {label}
            </Checkbox>
          ))}
        </div>
      )}
    </li>
  );
}

/** Calls documents back; says of how many it was too late, and why. */
async function callBackAll(lifecycle: AnyLifecycle, ids: readonly string[], title: string): Promise<void> {
  try {
    const rows = await runBatch({
      lifecycle,
      move: CALL_BACK,
      ids,
      answers: {},
      key: newKey(),
      onProgress: () => undefined,
      signal: new AbortController().signal,
    });
    const failed = rows.filter((row) => !row.ok);
    const done = rows.length - failed.length;
    if (done > 0) toast.done(`已撤回${title} ${done} 条`);
    const [refused] = failed;
    if (refused)
      toast.warn(
        failed.length === 1
          ? `${refused.label} ${refused.message ?? ''}`
          : `${failed.length} 条没有撤回：${refused.message ?? ''}`,
      );
  } catch (error) {
    toastError(error);
  }
  void refreshResource(lifecycle.of);
}
