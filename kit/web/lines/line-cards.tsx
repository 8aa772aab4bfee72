import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useId, useImperativeHandle, useLayoutEffect, useState, type ReactNode } from 'react';
import type { GridRow } from '#ui/grid/grid-column.ts';
import { recallGrid } from '#ui/grid/grid-memory.ts';
import type { GridProps } from '#ui/grid/grid-props.ts';
import { GridSession } from '#ui/grid/grid-session.ts';
import { GridWork } from '#ui/grid/grid-work.ts';
import { FaultLine } from '#ui/grid/fault-line.tsx';
import { LiveConflicts } from '#ui/grid/live-marks.tsx';
import { useGridLive } from '#ui/grid/use-grid-live.ts';
import { useGridSettings } from '#ui/grid/use-grid-settings.ts';
import { useGridState } from '#ui/grid/use-grid-state.ts';
import { LineCard } from './line-card.tsx';
import { LineScan } from './line-scan.tsx';
import { LineSheet } from './line-sheet.tsx';
import { scanColumns } from './scanned-line.ts';
import { useLineFaces } from './use-line-faces.ts';
import './line-cards.css';

export interface LineCardsProps extends GridProps {
  may: Readonly<Record<'add' | 'edit' | 'remove', boolean>>;
  /** A new line that nobody has typed into: it is not shown, and filled in first. */
  isIdle: (row: GridRow) => boolean;
}

/** Cards at a time: a phone scrolls through fifty, not through thousands. */
const STEP = 50;
const NO_SCROLLER = { current: null };
const NOT_DRAWN = {};
const NO_COLUMNS: never[] = [];
const NONE_HIDEABLE: ReadonlySet<string> = new Set();

/**
 * The lines of a grid as cards, for a phone: the same session judges, keeps and hears of others; only
 * the faces are others. A scan counts a line up, a tap opens the rest of it.
 */
export function LineCards(props: LineCardsProps): ReactNode {
  const { columns, may, isIdle, disabled = false } = props;
  const name = useId();
  const [session] = useState(() => new GridSession(name));
  const [work] = useState(() => new GridWork(session, props, recallGrid(undefined).add));
  useGridSettings(session, NO_SCROLLER, {
    props,
    columns,
    first: columns[0]?.key ?? '',
    hideable: NONE_HIDEABLE,
    drawn: NOT_DRAWN,
    locked: NO_COLUMNS,
    isFolded: false,
  });
  useGridLive(session, props, columns);
  useLayoutEffect(() => {
    work.props = props;
  });
  useImperativeHandle(props.handle, () => work, [work]);
  useGridState(session, () => session.store.version);

  const [most, setMost] = useState(STEP);
  const [marked, mark] = useState<string | null>(null);
  const [gone, setGone] = useState<string | null>(null);
  const rows = session.store.rows.filter((row) => !isIdle(row));
  const markedAt = rows.findIndex(({ id }) => id === marked);
  const shown = rows.slice(0, Math.max(most, markedAt + 1));
  const scans = scanColumns(columns);
  const subject = scans?.subject ?? columns.find(({ field }) => !field.ordinal);
  const faces = useLineFaces(subject, shown);

  const edit = (id: string, key?: string): void => {
    const row = session.store.rowOf(id);
    const first = columns.find((column) => row && session.canEdit(row, column));
    if (first) session.edit({ id, key: key ?? first.key });
  };
  const add = (): void => {
    const row = session.store.rows.find(isIdle) ?? work.addRows([{}])[0];
    if (row) edit(row.id);
  };
  const remove = (row: GridRow): void => {
    session.stopEdit();
    work.removeRows([row.id]);
    setGone((subject && session.plainTextOf(subject, row)) || '1 行');
  };
  const mayWrite = may.add && !disabled;
  return (
    <div className="wb-cards">
      {scans && may.add && (
        <LineScan
          {...{ session, work, columns: scans, isIdle, disabled }}
          onCounted={(id) => {
            setGone(null);
            mark(id);
          }}
        />
      )}
      <ul className="wb-line-cards" aria-label={props.title}>
        {shown.map((row) => (
          <LineCard
            key={row.id}
            {...{ session, row, columns, subject, quantity: scans?.quantity }}
            number={session.store.indexOf(row.id) + 1}
            face={faces.get(String(row[subject?.key ?? '']))}
            faults={session.judge.faults.get(row.id)}
            isMarked={row.id === marked}
            isReadOnly={disabled || session.isRowDisabled(row)}
            mayRemove={may.remove && !disabled}
            onEdit={edit}
            onRemove={remove}
          />
        ))}
      </ul>
      {rows.length > shown.length && (
        <Button block onClick={() => setMost(shown.length + STEP)}>
          再显示 {Math.min(STEP, rows.length - shown.length)} 行（共 {rows.length} 行）
        </Button>
      )}
      <div role="status">
        {gone !== null && (
          <p className="wb-line-gone">
            已删除 {gone}
            <Button
              type="link"
              onClick={() => {
                work.undo();
                setGone(null);
              }}
            >
              撤销
            </Button>
          </p>
        )}
      </div>
      <LiveConflicts session={session} mayAdd={mayWrite} />
      <FaultLine session={session} />
      {!disabled && (
        <div className="wb-line-acts">
          {may.add && (
            <Button icon={<PlusOutlined aria-hidden />} onClick={add}>
              新增一行
            </Button>
          )}
          {props.suffix}
        </div>
      )}
      <LineSheet
        {...{ session, columns, subject }}
        onRemove={may.remove ? remove : undefined}
        onNext={mayWrite ? add : undefined}
      />
    </div>
  );
}
