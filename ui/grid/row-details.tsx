import { CloseOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { POPOVER_ROOM_BELOW } from '#kit/model/limits.ts';
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
  grid: Pick<GridProps, 'title' | 'clickRowShowSubForm' | 'clickRowShowMainForm' | 'onDetailsConfirm'>;
  /** Of which row; null: of none now. */
  of: string | null;
  headHeight: number;
  onClose: () => void;
}

/** Sub-forms that are kept closed; the first one that was typed into goes when there are more. */
const MAX_RETAINED = 20;

/**
 * What a click on a row shows: its sub-form beside it, or its main form in a dialog. A sub-form that
 * was typed into is there again with the next click on its row; Escape gives up what was typed.
 */
export function RowDetails(props: RowDetailsProps): ReactNode {
  const { grid, of, onClose } = props;
  const [typed, setTyped] = useState<readonly string[]>([]);
  if (grid.clickRowShowMainForm) return of === null ? null : <MainForm {...props} of={of} />;
  const shown = of === null || typed.includes(of) ? typed : [...typed, of];
  return shown.map((id) => (
    <SubForm
      {...props}
      key={id}
      of={id}
      isOpen={id === of}
      isTyped={typed.includes(id)}
      onTyped={() => {
        if (!typed.includes(id)) setTyped([...typed.slice(1 - MAX_RETAINED), id]);
      }}
      onGivenUp={() => {
        setTyped(typed.filter((one) => one !== id));
        onClose();
      }}
    />
  ));
}

function MainForm({ session, grid, of, onClose }: RowDetailsProps & { of: string }): ReactNode {
  const row = useGridState(session, () => session.store.rowOf(of));
  const index = useGridState(session, () => session.tree.indexOf(of));
  if (!row || index < 0) return null;
  return (
    <DialogFrame
      open
      title={`${grid.title}第 ${index + 1} 行`}
      width={800}
      onOk={() => grid.onDetailsConfirm?.(row)}
      onClose={onClose}
    >
      {grid.clickRowShowMainForm?.(row)}
    </DialogFrame>
  );
}

interface SubFormProps extends RowDetailsProps {
  of: string;
  isOpen: boolean;
  isTyped: boolean;
  onTyped: () => void;
  onGivenUp: () => void;
}

function SubForm(props: SubFormProps): ReactNode {
  const { session, grid, of, headHeight, isOpen } = props;
  const row = useGridState(session, () => session.store.rowOf(of));
  const index = useGridState(session, () => session.tree.indexOf(of));
  const top = useGridState(session, () => session.topOf(index));
  const anchor = useRef<HTMLSpanElement>(null);
  const [isAbove, setAbove] = useState(false);
  useLayoutEffect(() => {
    const place = isOpen && anchor.current?.getBoundingClientRect();
    if (place) setAbove(window.innerHeight - place.bottom <= POPOVER_ROOM_BELOW);
  }, [isOpen]);
  if (!row || index < 0) return null;
  const style = { top: headHeight + top, height: session.height };
  return (
    <Popover
      open={isOpen}
      placement={isAbove ? 'topLeft' : 'bottomLeft'}
      content={
        <Panel {...props} title={`${grid.title}第 ${index + 1} 行`}>
          {grid.clickRowShowSubForm?.(row as GridRow)}
        </Panel>
      }
    >
      <span ref={anchor} className="wb-grid-anchor" style={style} />
    </Popover>
  );
}

function Panel({
  title,
  session,
  isOpen,
  isTyped,
  onTyped,
  onGivenUp,
  onClose,
  children,
}: SubFormProps & { title: string; children: ReactNode }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const away = ({ target }: MouseEvent): void => {
      if (!(target instanceof Element) || box.current?.contains(target)) return;
      // Lists and questions of the panel stand elsewhere in the page; another row moves it.
      const isNear = target.closest('.wb-grid-rows, .ant-select-dropdown, .ant-picker-dropdown');
      if (!isNear && !target.closest('.ant-modal-root, .ant-popover')) onClose();
    };
    document.addEventListener('mousedown', away);
    return () => document.removeEventListener('mousedown', away);
  }, [isOpen, onClose]);
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={title}
      className="wb-grid-panel"
      onInput={onTyped}
      onChange={onTyped}
      onPaste={onTyped}
      onKeyDown={(event) => {
        const isOpenList = document.activeElement?.ariaExpanded === 'true';
        if (event.key !== 'Escape' || event.defaultPrevented || isOpenList) return;
        onGivenUp();
        session.viewport.focusCell();
      }}
    >
      <div className="wb-grid-panel-head">
        <strong>{title}</strong>
        {isTyped && <span role="status">按 Esc 放弃录入的内容，关闭或点击别处则保留</span>}
        <Button
          type="text"
          icon={<CloseOutlined />}
          aria-label="关闭"
          onClick={() => {
            onClose();
            session.viewport.focusCell();
          }}
        />
      </div>
      {children}
    </div>
  );
}
