import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { clampedToWindow, type Place } from './clamped-to-window.ts';

export interface Drag {
  frame: RefObject<HTMLDivElement | null>;
  /** How far from where it opened. */
  place: Place;
  onPointerDown: (event: PointerEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  reset: () => void;
}

const START: Place = { x: 0, y: 0 };
const STEP = 20;
const ARROWS: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};
const HEAD = '.ant-modal-header';

/** Moves a frame by its head or by arrows; its head stays within reach, also in a smaller window. */
export function useDrag(isOn: boolean): Drag {
  const frame = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(START);
  const now = useRef(START);
  const moveTo = (requested: Place): void => {
    if (!frame.current) return;
    const { left, top, width } = frame.current.getBoundingClientRect();
    const start = { left: left - now.current.x, top: top - now.current.y, width };
    now.current = clampedToWindow(requested, start, {
      width: document.documentElement.clientWidth,
      height: window.innerHeight,
    });
    setPlace(now.current);
  };
  const stay = useEffectEvent(() => moveTo(now.current));
  useEffect(() => {
    if (!isOn) return undefined;
    const resized = (): void => stay();
    window.addEventListener('resize', resized);
    return () => window.removeEventListener('resize', resized);
  }, [isOn]);
  return {
    frame,
    place,
    onPointerDown(event) {
      const head = event.target instanceof Element ? event.target.closest(HEAD) : null;
      if (!(head instanceof HTMLElement) || event.button !== 0) return;
      follow(head, event, now.current, moveTo);
    },
    onKeyDown(event) {
      const step = ARROWS[event.key];
      if (!step) return;
      event.preventDefault();
      moveTo({ x: now.current.x + step.x, y: now.current.y + step.y });
    },
    reset() {
      now.current = START;
      setPlace(START);
    },
  };
}

/** Follows the pointer until it is let go. */
function follow(head: HTMLElement, start: PointerEvent, from: Place, moveTo: (place: Place) => void): void {
  head.setPointerCapture(start.pointerId);
  const end = new AbortController();
  const { signal } = end;
  head.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => moveTo({ x: from.x + clientX - start.clientX, y: from.y + clientY - start.clientY }),
    { signal },
  );
  for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
    head.addEventListener(name, () => end.abort(), { signal });
}
