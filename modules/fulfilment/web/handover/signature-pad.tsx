import { Button } from 'antd';
import { useEffect, useRef, type PointerEvent, type ReactNode } from 'react';
import { SIGNATURE } from '../../model/handover-routes.ts';

export type Strokes = readonly (readonly number[])[];

const LINE_WIDTH = 5;

/** Takes a signature by finger, pen or mouse: lines in the points of {@link SIGNATURE}. */
export function SignaturePad({
  strokes,
  hint,
  onStrokes,
}: {
  strokes: Strokes;
  /** What stands on it while nothing is drawn. */
  hint: string;
  onStrokes: (strokes: Strokes) => void;
}): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef<number[] | null>(null);
  useEffect(() => paint(canvas.current, strokes), [strokes]);
  const pointOf = (event: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = (part: number, whole: number, most: number): number =>
      Math.max(0, Math.min(most, Math.round((part / whole) * most)));
    return [
      at(event.clientX - box.left, box.width, SIGNATURE.width),
      at(event.clientY - box.top, box.height, SIGNATURE.height),
    ];
  };
  const end = (): void => {
    const stroke = drawing.current;
    drawing.current = null;
    if (stroke) onStrokes([...strokes, stroke]);
  };
  return (
    <div className="ho-sign">
      <canvas
        ref={canvas}
        width={SIGNATURE.width}
        height={SIGNATURE.height}
        role="img"
        aria-label="手写签名"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drawing.current = pointOf(event);
        }}
        onPointerMove={(event) => {
          if (!drawing.current) return;
          drawing.current.push(...pointOf(event));
          paint(canvas.current, [...strokes, drawing.current]);
        }}
        onPointerUp={end}
        onPointerCancel={end}
      />
      {strokes.length === 0 && <span className="ho-sign-hint">{hint}</span>}
      {strokes.length > 0 && (
        <Button size="small" onClick={() => onStrokes([])}>
          重签
        </Button>
      )}
    </div>
  );
}

function paint(canvas: HTMLCanvasElement | null, strokes: Strokes): void {
  const pen = canvas?.getContext('2d');
  if (!canvas || !pen) return;
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.lineWidth = LINE_WIDTH;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.strokeStyle = getComputedStyle(canvas).color;
  for (const stroke of strokes) {
    pen.beginPath();
    pen.moveTo(stroke[0] ?? 0, stroke[1] ?? 0);
    for (let at = 2; at + 1 < stroke.length; at += 2) pen.lineTo(stroke[at] ?? 0, stroke[at + 1] ?? 0);
    pen.stroke();
  }
}
