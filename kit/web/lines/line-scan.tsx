import { shortNumber } from '#ui/scan/short-number.ts';
import { useState, type ReactNode } from 'react';
import type { Named } from '#kit/model/lookup.ts';
import { scannedNumbers } from '#kit/model/scanned-numbers.ts';
import { titleOf, type GridRow } from '#ui/grid/grid-column.ts';
import type { GridHandle } from '#ui/grid/grid-props.ts';
import type { GridSession } from '#ui/grid/grid-session.ts';
import { records } from '#ui/records.ts';
import { cue } from '#ui/scan/cue.ts';
import { ScanBox, type ScanMessage } from '#ui/scan/scan-box.tsx';
import type { IsScan } from '#ui/scan/use-scanner.ts';
import { lineAbout, oneMore, type ScanColumns } from './scanned-line.ts';

interface LineScanProps {
  session: GridSession;
  work: Pick<GridHandle, 'addRows'>;
  columns: ScanColumns;
  isIdle: (row: GridRow) => boolean;
  /** The lines are being stored. */
  disabled: boolean;
  onCounted: (id: string) => void;
}

const MOST_DIGITS = 7;

/** A quantity is never as long as a code, and nobody searches a list at the pace of a scanner. */
const isScan: IsScan = (number, input) =>
  (input.inputMode === 'numeric' && number.length > MOST_DIGITS) || input.getAttribute('role') === 'combobox';

type Found = Extract<Named, { id: string }>;

/** Each scan counts its line up by one, or begins it; one after the other, however quick they come. */
export function LineScan({ session, work, columns, isIdle, disabled, onCounted }: LineScanProps): ReactNode {
  const { subject, quantity } = columns;
  const [shown, setMessage] = useState<ScanMessage | null>(null);
  const show = (now: ScanMessage): void => {
    cue(now.tone);
    setMessage(now);
  };

  const count = (found: Found): void => {
    const line = lineAbout(session.store.rows, columns, found.id, (row) => session.canEdit(row, quantity));
    const next = oneMore(line?.[quantity.key]);
    const values = {
      [`${subject.key}_dictText`]: found.label,
      [subject.key]: found.id,
      [quantity.key]: next,
    };
    const place = line ?? session.store.rows.find(isIdle);
    if (place) session.store.write(Object.entries(values).map(([key, value]) => ({ id: place.id, key, value })));
    const id = place?.id ?? work.addRows([values])[0]?.id;
    if (id !== undefined) onCounted(id);
    show({ tone: 'done', title: `${found.label}　${titleOf(quantity)} ${next}` });
  };
  const scan = async (number: string): Promise<void> => {
    const whole = number.trim();
    const read = shortNumber(whole);
    if (disabled) return show({ tone: 'failed', title: `${read} 没有加上，保存后请重扫` });
    try {
      const answers = await records.get().lookUp(subject.field.to ?? '', scannedNumbers(number));
      const found = answers?.find((one): one is Found => 'id' in one);
      if (found) count(found);
      else {
        const isMany = answers?.some((one) => 'fault' in one && one.fault === 'ambiguous');
        show({
          tone: 'failed' as const,
          read: whole,
          title: isMany ? `${read} 对应多个${titleOf(subject)}` : `找不到 ${read}`,
          description: isMany ? '请用“新增一行”选择。' : `没有这个${titleOf(subject)}，没有加上。`,
        });
      }
    } catch (error) {
      show({
        tone: 'failed' as const,
        read: whole,
        title: `${read} 没有加上，请重扫`,
        ...(error instanceof Error ? { description: error.message } : {}),
      });
    }
  };
  return (
    <ScanBox
      label="扫码录入"
      placeholder={`扫${titleOf(subject)}或条码，每扫一次加一`}
      message={shown}
      isScan={isScan}
      onNumber={scan}
    />
  );
}
