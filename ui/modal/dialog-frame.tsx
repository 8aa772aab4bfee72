import { DragOutlined, FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { toastError } from '../feedback.tsx';
import { useIsMobile } from '../use-is-mobile.ts';
import { useDrag, type Drag } from './use-drag.ts';
import './modal.css';

export interface DialogFrameProps {
  open: boolean;
  title: string;
  /** Pixels; 520 by default. Never wider than the window; a phone's whole width. */
  width?: number | undefined;
  /** Takes the whole window when it opens; false by default. */
  fullscreen?: boolean | undefined;
  /** Offers to take the whole window and to give it back; false by default. */
  switchFullscreen?: boolean | undefined;
  /** Can be moved by its head, or by the arrows on its grip; false by default. */
  draggable?: boolean | undefined;
  /** 确定 closes it; true by default. */
  okClose?: boolean | undefined;
  /** What was typed in it is forgotten when it closes; true by default. */
  destroyOnClose?: boolean | undefined;
  okText?: string | undefined;
  /** There is nothing to confirm yet. */
  okDisabled?: boolean | undefined;
  /** 确定 takes something away. */
  okDanger?: boolean | undefined;
  cancelText?: string | undefined;
  /** false leaves out both buttons. */
  footer?: false | undefined;
  /** It stays open when this answers false or fails; a failure is shown. */
  onOk?: (() => void | boolean | Promise<void | boolean>) | undefined;
  onClose: () => void;
  children?: ReactNode;
}

/** A dialog that can take the whole window and be moved aside. */
export function DialogFrame(props: DialogFrameProps): ReactNode {
  const { open, title, width = 520, fullscreen = false, destroyOnClose = true } = props;
  const [isFull, setFull] = useState(fullscreen);
  const isMobile = useIsMobile();
  const canMove = (props.draggable ?? false) && !isFull && !isMobile;
  const drag = useDrag(canMove && open);
  const { isBusy, confirm } = useOk(props);
  const forget = (): void => {
    setFull(fullscreen);
    drag.reset();
  };
  return (
    <Modal
      open={open}
      title={title}
      width={isFull || isMobile ? '100%' : width}
      className={`wb-dialog${isFull ? ' wb-dialog-full' : ''}`}
      destroyOnHidden={destroyOnClose}
      okText={props.okText ?? '确定'}
      cancelText={props.cancelText ?? '关闭'}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: props.okDisabled ?? false, danger: props.okDanger ?? false }}
      mask={{ closable: false }}
      {...(props.footer === false ? { footer: null } : {})}
      onOk={() => void confirm()}
      onCancel={props.onClose}
      afterClose={forget}
      modalRender={(dialog) => (
        <Movable drag={drag} canMove={canMove}>
          {dialog}
          <HeadButtons
            isFull={isFull}
            drag={canMove ? drag : null}
            onSwitch={props.switchFullscreen ? () => setFull(!isFull) : null}
          />
        </Movable>
      )}
    >
      {props.children}
    </Modal>
  );
}

/** 确定: runs once at a time, and closes unless it has to stay. */
function useOk({ onOk, onClose, okClose = true }: DialogFrameProps) {
  const [isBusy, setBusy] = useState(false);
  const confirm = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      const answer = await onOk?.();
      if (okClose && answer !== false) onClose();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, confirm };
}

function Movable({ drag, canMove, children }: { drag: Drag; canMove: boolean; children: ReactNode }): ReactNode {
  const { x, y } = drag.place;
  return (
    <div
      ref={drag.frame}
      className={`wb-dialog-frame${canMove ? ' wb-dialog-movable' : ''}`}
      style={canMove && (x !== 0 || y !== 0) ? { transform: `translate(${x}px, ${y}px)` } : {}}
      onPointerDown={canMove ? drag.onPointerDown : undefined}
    >
      {children}
    </div>
  );
}

function HeadButtons({
  isFull,
  drag,
  onSwitch,
}: {
  isFull: boolean;
  drag: Drag | null;
  onSwitch: (() => void) | null;
}): ReactNode {
  if (!drag && !onSwitch) return null;
  return (
    <div className="wb-dialog-tools">
      {drag && (
        <button
          type="button"
          aria-label="用方向键移动窗口"
          title="拖动标题栏或用方向键移动窗口"
          onKeyDown={drag.onKeyDown}
        >
          <DragOutlined aria-hidden />
        </button>
      )}
      {onSwitch && (
        <button
          type="button"
          aria-label={isFull ? '退出全屏' : '全屏'}
          title={isFull ? '退出全屏' : '全屏'}
          onClick={onSwitch}
        >
          {isFull ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
        </button>
      )}
    </div>
  );
}
