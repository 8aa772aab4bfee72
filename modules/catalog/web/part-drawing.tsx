import { useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { storedPicture } from '#kit/web/index.ts';
import './part-drawing.css';

/** A part where it stands on a drawing, in thousandths from the upper left corner. */
export interface PartPin {
  id: string;
  /** What the drawing calls it. */
  ordinal: number;
  x: number;
  y: number;
  /** What it is, for whoever points at it or hears it. */
  label: string;
  isOn: boolean;
  /** A word in its corner: how many are asked for. */
  badge?: string | undefined;
}

export interface PartDrawingProps {
  path: string;
  pins: readonly PartPin[];
  onPin: (id: string) => void;
  /** Where the drawing itself was clicked, or a pin was moved to by an arrow key; absent: only pins answer. */
  onPlace?: ((place: { x: number; y: number; id?: string }) => void) | undefined;
}

const WHOLE = 1000;
const STEP = 10;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** An exploded drawing with its parts as buttons in the order of their numbers. */
export function PartDrawing({ path, pins, onPin, onPlace }: PartDrawingProps): ReactNode {
  const board = useRef<HTMLDivElement>(null);
  // Until it is there it has no height: pins would lie on one line.
  const [drawn, setDrawn] = useState<string | null>(null);
  const isDrawn = drawn === path;
  const place = (event: MouseEvent): void => {
    const box = board.current?.getBoundingClientRect();
    if (!onPlace || !box) return;
    onPlace({
      x: clamped(((event.clientX - box.left) / box.width) * WHOLE),
      y: clamped(((event.clientY - box.top) / box.height) * WHOLE),
    });
  };
  const nudge = (pin: PartPin) => (event: KeyboardEvent) => {
    const by = ARROWS[event.key];
    if (!onPlace || !by) return;
    event.preventDefault();
    onPlace({ id: pin.id, x: clamped(pin.x + by[0]), y: clamped(pin.y + by[1]) });
  };
  return (
    <div className={onPlace ? 'ct-drawing ct-drawing-open' : 'ct-drawing'} ref={board}>
      {/* The buttons on it are its text; clicking it is the short way of what the arrow keys do. */}
      <img
        src={storedPicture(path)}
        alt="爆炸图"
        className={isDrawn ? undefined : 'ct-drawing-coming'}
        onLoad={() => setDrawn(path)}
        onError={() => setDrawn(path)}
        onClick={place}
      />
      {pins
        .toSorted((a, b) => a.ordinal - b.ordinal)
        .map((pin) => (
          <button
            key={pin.id}
            type="button"
            className="ct-pin"
            style={{ left: `${pin.x / 10}%`, top: `${pin.y / 10}%` }}
            title={pin.label}
            aria-label={`${pin.ordinal}${pin.badge ?? ''} ${pin.label}`}
            aria-pressed={pin.isOn}
            onClick={() => onPin(pin.id)}
            onKeyDown={nudge(pin)}
          >
            {pin.ordinal}
            {pin.badge && <span className="ct-pin-badge">{pin.badge}</span>}
          </button>
        ))}
    </div>
  );
}

const clamped = (value: number): number => Math.min(WHOLE, Math.max(0, Math.round(value)));
