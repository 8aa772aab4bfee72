import { useState, type ReactNode } from 'react';
import { cue, ScanBox } from '#kit/web/index.ts';
import type { Packing, PackingBox } from '../../model/routes.ts';
import { isCode, scanAt, type Scan } from './scanned-box.ts';

/** The scan box of the desk: what is read leads to its box, what does not belong here is refused. */
export function PackingScan({
  data,
  current,
  onFound,
}: {
  data: Packing;
  current: PackingBox | undefined;
  onFound: (id: string) => void;
}): ReactNode {
  const [last, setLast] = useState<Scan | null>(null);
  const scan = (number: string): void => {
    const found = scanAt(data, current, number);
    cue(found.said.tone);
    setLast(found);
    if (found.box) onFound(found.box.id);
  };
  return (
    <section className="pk-scan" aria-label="扫码">
      <ScanBox
        label="扫码"
        placeholder="扫箱号、SKU、条码、运单号"
        message={isPast(data, last) ? null : (last?.said ?? null)}
        onNumber={scan}
        // A scale types measures as fast as a scanner types codes.
        isScan={(number, input) => 'measure' in input.dataset && isCode(number)}
      />
    </section>
  );
}

/** Once its box is sealed, what was said of it would be taken for the next one. */
const isPast = ({ boxes }: Packing, last: Scan | null): boolean =>
  last?.box?.status === 'open' && boxes.find(({ id }) => id === last.box?.id)?.status !== 'open';
