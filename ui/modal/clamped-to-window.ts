/** How far something is from where it started, in pixels. */
export interface Place {
  x: number;
  y: number;
}

/** So much of the head stays within the window on every side. */
const REACH = 96;
const HEAD_HEIGHT = 48;

/** The wanted place, or the nearest one at which the head can still be seen and taken. */
export function clampedToWindow(
  requested: Place,
  start: { left: number; top: number; width: number },
  window: { width: number; height: number },
): Place {
  const within = (value: number, least: number, most: number): number =>
    Math.max(least, Math.min(value, Math.max(least, most)));
  return {
    x: within(requested.x, REACH - start.width - start.left, window.width - REACH - start.left),
    y: within(requested.y, -start.top, window.height - HEAD_HEIGHT - start.top),
  };
}
