import { Button } from 'antd';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { ApiError } from '../http/api-error.ts';
import { BlankState } from '../blank-state.tsx';

export interface SubTableProps<T> {
  /** What it belongs to: for another it is reloaded, for the same one kept. */
  of: string;
  load: () => Promise<T>;
  /** Draws what was loaded. */
  children: (loaded: T) => ReactNode;
}

/** Tries beyond the first, before it is said that there is nothing to be had (spec §8). */
const RETRIES = 3;
const PAUSE = 300;

type State<T> = { loaded: T } | { failure: string } | null;

/** What belongs to a row and is loaded with it: tried a few times, then reported, with one more try. */
export function SubTable<T>({ of, load, children }: SubTableProps<T>): ReactNode {
  const [state, setState] = useState<State<T>>(null);
  const [round, setRound] = useState(0);
  const ask = useEffectEvent(load);
  useEffect(() => {
    let isGone = false;
    void loaded(
      () => ask(),
      () => isGone,
    ).then((next) => !isGone && setState(next));
    return () => {
      isGone = true;
    };
  }, [of, round]);
  if (!state) return <p role="status">加载中…</p>;
  if ('loaded' in state) return children(state.loaded);
  const again = (): void => {
    setState(null);
    setRound(round + 1);
  };
  return (
    <BlankState tone="bad" title="打开子表失败" text={state.failure} actions={<Button onClick={again}>重试</Button>} />
  );
}

async function loaded<T>(load: () => Promise<T>, isGone: () => boolean): Promise<State<T>> {
  for (let retries = 0; ; retries += 1)
    try {
      return { loaded: await load() };
    } catch (error) {
      if (retries >= RETRIES || isGone()) return { failure: error instanceof ApiError ? error.message : '' };
      await new Promise((done) => setTimeout(done, PAUSE * (retries + 1)));
    }
}
