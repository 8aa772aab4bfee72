import type { ReactNode } from 'react';
import { CALL_BACK } from '#kit/model/held-move.ts';
import { HeldStrip, type HeldStripProps } from './held-strip.tsx';
import { WorklistStrip, type WorklistStripProps } from './worklist-strip.tsx';

/** Under the head of a list: what can still be called back, and what one's batches could not do. */
export function MoveStrips(props: HeldStripProps & WorklistStripProps): ReactNode {
  const { lifecycle } = props;
  return (
    <>
      {CALL_BACK in lifecycle.moves && <HeldStrip lifecycle={lifecycle} />}
      <WorklistStrip {...props} />
    </>
  );
}
