import { CloseOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { fetched } from '../fetched.tsx';
import type { DialogFrameProps } from '../modal/dialog-frame.tsx';
import type { GridRow } from './grid-column.ts';
import type { GridProps } from './grid-props.ts';
import type { GridSession } from './grid-session.ts';
import { useGridState } from './use-grid-state.ts';

const DialogFrame = fetched<DialogFrameProps>(() =>
  import('../modal/dialog-frame.tsx').then((module) => module.DialogFrame),
);

export interface RowDetailsProps {
  session: GridSession;
  grid: Pick<
    GridProps,
    'title' | 'clickRowShowSubForm' | 'clickRowShowMainForm' | 'onDetailsConfirm'
  >;
  /** Of which row. */
  of: string;
  headHeight: number;
  onClose: () => void;
}

/** What a click on a row shows: its sub-form beside it, or its main form in a dialog. */
export function RowDetails({ session, grid, of, headHeight, onClose }: RowDetailsProps): ReactNode {
  const row = useGridState(session, () => session.store.rowOf(of));
  const index = useGridState(session, () => session.tree.indexOf(of));
  const top = useGridState(session, () => session.topOf(index));
  if (!row || index < 0) return null;
  const title = `${grid.title}第 ${index + 1} 行`;
  if (grid.clickRowShowMainForm)
    return (
      <DialogFrame
        open
        title={title}
        width={800}
        onOk={() => grid.onDetailsConfirm?.(row)}
        onClose={onClose}
      >
        {grid.clickRowShowMainForm(row)}
      </DialogFrame>
    );
  const style = { top: headHeight + top, height: session.height };
  return (
    <Popover
      key={of}
      open
      placement="bottomLeft"
      content={
        <Panel title={title} session={session} onClose={onClose}>
          {grid.clickRowShowSubForm?.(row as GridRow)}
        </Panel>
      }
    >
      <span className="wb-grid-anchor" style={style} />
    </Popover>
  );
}

function Panel({
  title,
  session,
  onClose,
  children,
}: {
  title: string;
  session: GridSession;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const away = ({ target }: MouseEvent): void => {
      if (!(target instanceof Element) || box.current?.contains(target)) return;
      // Lists and questions of the panel stand elsewhere in the page; another row moves it.
      const isNear = target.closest('.wb-grid-rows, .ant-select-dropdown, .ant-picker-dropdown');
      if (!isNear && !target.closest('.ant-modal-root, .ant-popover')) onClose();
    };
    document.addEventListener('mousedown', away);
    return () => document.removeEventListener('mousedown', away);
  }, [onClose]);
  const close = (): void => {
    onClose();
    session.viewport.focusCell();
  };
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={title}
      className="wb-grid-panel"
      onKeyDown={(event) => {
        const isOpenList = document.activeElement?.ariaExpanded === 'true';
        if (event.key === 'Escape' && !event.defaultPrevented && !isOpenList) close();
      }}
    >
      <div className="wb-grid-panel-head">
        <strong>{title}</strong>
        <Button type="text" icon={<CloseOutlined />} aria-label="关闭" onClick={close} />
      </div>
      {children}
    </div>
  );
}
