import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { fetched } from '#kit/web/index.ts';
import { focusHeld } from './held-rows.ts';
import type { HoldPanelProps } from './hold-panel.tsx';

type Repair = (id: string) => void;

const RepairContext = createContext<Repair>(() => undefined);

/** Opens what clears the holds of an order beside its row. */
export const useRepair = (): Repair => useContext(RepairContext);

const HoldPanel = fetched<HoldPanelProps>(() => import('./hold-panel.tsx').then((module) => module.HoldPanel));

/** A list whose held rows are repaired where they stand: one panel for all of them. */
export function HoldRepair({ children }: { children: (repair: Repair) => ReactNode }): ReactNode {
  const [id, setId] = useState<string | null>(null);
  const backTo = useRef<string | undefined>(undefined);
  const close = useCallback((held?: string) => {
    backTo.current = held;
    setId(null);
  }, []);
  // Once the panel is gone: a sheet keeps the keyboard to itself until then.
  useEffect(() => {
    if (id === null && backTo.current) focusHeld(backTo.current);
  }, [id]);
  return (
    <RepairContext value={setId}>
      {children(setId)}
      {id !== null && <HoldPanel key={id} id={id} onShow={setId} onClose={close} />}
    </RepairContext>
  );
}
