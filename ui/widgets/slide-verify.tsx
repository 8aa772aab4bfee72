import { CheckOutlined, DoubleRightOutlined } from '@ant-design/icons';
import { useRef, useState, type HTMLAttributes, type ReactNode } from 'react';
import './slide-verify.css';

const WHOLE = 100;
const KEY_STEP = 10;
const HANDLE = 40;

interface Slide {
  /** How far it is, 0 to 100. */
  share: number;
  isPassed: boolean;
  /** What the handle listens to. */
  handle: Pick<
    HTMLAttributes<HTMLDivElement>,
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onKeyDown' | 'onBlur'
  >;
}

function useSlide(isDisabled: boolean, onSuccess: ((isPassed: true) => void) | undefined): Slide {
  const [share, setShare] = useState(0);
  const drag = useRef<{ pointer: number; from: number; width: number } | null>(null);
  /** At once, for a release may come before the next drawing. */
  const hasPassed = useRef(false);

  const move = (next: number): void => {
    if (hasPassed.current) return;
    if (next < WHOLE) return setShare(Math.max(0, next));
    hasPassed.current = true;
    drag.current = null;
    setShare(WHOLE);
    onSuccess?.(true);
  };
  const letGo = (): void => {
    drag.current = null;
    if (!hasPassed.current) setShare(0);
  };
  const handle: Slide['handle'] = {
    onPointerDown(event) {
      if (isDisabled || hasPassed.current || event.button !== 0 || drag.current) return;
      const width = (event.currentTarget.parentElement?.clientWidth ?? 0) - HANDLE;
      drag.current = { pointer: event.pointerId, from: event.clientX, width };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event) {
      const held = drag.current;
      if (held?.pointer === event.pointerId) move(((event.clientX - held.from) / Math.max(1, held.width)) * WHOLE);
    },
    onKeyDown(event) {
      const next = keyed(event.key, share);
      if (isDisabled || next === null) return;
      event.preventDefault();
      move(next);
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onBlur: letGo,
  };
  return { share, isPassed: share === WHOLE, handle };
}

/**
 * A slider to be dragged across its whole width; let go early it slips back, once across it stays
 * locked. By keyboard: arrows and End, leaving it early is letting go. It stops only the hurried:
 * the server gets no proof.
 */
export function SlideVerify({
  onSuccess,
  disabled = false,
}: {
  onSuccess?: (isPassed: true) => void;
  disabled?: boolean;
}): ReactNode {
  const { share, isPassed, handle } = useSlide(disabled, onSuccess);
  const words = isPassed ? '验证通过' : '拖动滑块验证';
  const start = `(100% - ${HANDLE}px) * ${share / WHOLE}`;
  return (
    <div className="wb-slide" data-passed={isPassed} data-disabled={disabled}>
      <div className="wb-slide-done" style={{ width: `calc(${start})` }} />
      <span className="wb-slide-words" role="status">
        {words}
      </span>
      <div
        className="wb-slide-handle"
        role="slider"
        tabIndex={disabled ? -1 : 0}
        aria-label={words}
        aria-valuemin={0}
        aria-valuemax={WHOLE}
        aria-valuenow={Math.round(share)}
        aria-disabled={isPassed || disabled}
        style={{ insetInlineStart: `calc(${start})` }}
        {...handle}
      >
        {isPassed ? <CheckOutlined /> : <DoubleRightOutlined />}
      </div>
    </div>
  );
}

function keyed(key: string, share: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return share + KEY_STEP;
    case 'ArrowLeft':
    case 'ArrowDown':
      return share - KEY_STEP;
    case 'End':
      return WHOLE;
    case 'Home':
    case 'Escape':
      return 0;
    default:
      return null;
  }
}
