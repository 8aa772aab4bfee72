import { Button } from 'antd';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import type { DraftShape } from '#kit/model/draft-shape.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { GridColumn, GridRow } from '#ui/grid/grid-column.ts';
import { LineGrid } from '../lazy-lines.tsx';
import { withHeadings } from '../lines/line-headings.ts';
import type { LineGridHandle, RestoredLines } from '../lines/line-grid.tsx';
import { pastedColumns, textsOf } from './draft-columns.ts';
import type { DraftSlots } from './draft-slots.ts';
import { ImportLines } from './import-lines.tsx';
import { PasteDialog } from './paste-dialog.tsx';

interface DraftLinesProps {
  shape: DraftShape;
  slots: DraftSlots;
  columns: readonly GridColumn[];
  /** Keys that this user does not see. */
  hidden: ReadonlySet<string>;
  /** As they are stored. */
  rows: readonly GridRow[];
  restored: RestoredLines | null;
  handle: LineGridHandle | null;
  onHandle: (handle: LineGridHandle | null) => void;
  head: Readonly<Record<string, unknown>>;
  disabled: boolean;
  onDirty: (isDirty: boolean) => void;
}

/** The lines of a draft to be typed, pasted from a spreadsheet or read from a sheet. */
export function DraftLines(props: DraftLinesProps): ReactNode {
  const { shape, slots, hidden, handle } = props;
  const { lines, word, resource, child } = shape;
  const [dialog, setDialog] = useState<'paste' | 'sheet' | null>(null);
  const pasted = pastedColumns(shape, hidden);
  const titles = pasted.map(({ title }) => title).join('、');
  const append = (texts: readonly Record<string, string>[]): void => handle?.addTexts(texts);
  const close = (): void => setDialog(null);
  return (
    <section className="wb-draft-part">
      <h2>{word}</h2>
      {!props.disabled && slots.above?.(handle?.grid ?? null, props.head)}
      <div className="wb-draft-grid">
        <LineGrid
          title={lines.title}
          columns={props.columns}
          rows={props.rows}
          restored={props.restored}
          disabled={props.disabled}
          storageKey={`lines:${resourceKey(child)}`}
          sharedAs={resourceKey(resource)}
          handle={props.onHandle}
          hint={`可直接粘贴 Excel 中的 ${titles} 列，带标题行时列序不限${slots.note ? `；${slots.note}` : ''}`}
          suffix={
            <>
              {lines.fromSheet && <Button onClick={() => setDialog('sheet')}>导入表格</Button>}
              <Button onClick={() => setDialog('paste')}>从Excel粘贴</Button>
            </>
          }
          onDirty={props.onDirty}
        />
      </div>
      {slots.totals && <Totals {...props} totals={slots.totals} />}
      {dialog === 'sheet' && (
        <ImportLines
          shape={shape}
          note={slots.note}
          currency={props.head['currency']}
          onLines={(read) => append(textsOf(read))}
          onClose={close}
        />
      )}
      {dialog === 'paste' && (
        <PasteDialog
          word={word}
          columns={pasted}
          typed={props.columns.map(withHeadings)}
          example={slots.example ?? []}
          onPaste={append}
          onClose={close}
        />
      )}
    </section>
  );
}

const hearNothing = (): (() => void) => () => undefined;

/** 合计, as the server will calculate it. */
function Totals({
  handle,
  head,
  totals,
}: Pick<DraftLinesProps, 'handle' | 'head'> & {
  totals: NonNullable<DraftSlots['totals']>;
}): ReactNode {
  const grid = handle?.grid;
  const text = useSyncExternalStore(grid?.subscribe ?? hearNothing, () => totals(grid?.getRows() ?? [], head));
  return (
    <p className="wb-draft-total">
      合计 <output aria-label="合计">{text}</output>
    </p>
  );
}
