import type { Violation } from './check-boundaries.ts';
import type { SourceFile } from './syntax.ts';

/** The sizes of docs/style.md, in px; ui/tokens.css has a name for each. */
const SCALE = new Set([12, 13, 14, 16, 20, 28]);
const SIZE = /\bfont-size:\s*([\d.]+)(px|r?em|%|pt)/g;

/** Sizes off the scale, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, { px: number; why: string }>> = {
  'ui/grid/grid-live.css': { px: 11, why: 'names of people, as high as the edge of a cell' },
  'kit/web/list/list.css': { px: 10, why: 'the cross of a chip, no text' },
};

/** Refuses a size of type that is none of the scale: pages then look like one product. */
export function checkType(sheets: readonly SourceFile[]): Violation[] {
  return sheets.flatMap(({ path, source }) =>
    [...source.matchAll(SIZE)]
      .filter(([, size, unit]) => !isOnScale(path, Number(size), unit))
      .map(({ index, 1: size, 2: unit }) => ({
        at: `${path}:${source.slice(0, index).split('\n').length}`,
        rule: 'type',
        message: `${size}${unit} is none of the sizes 12, 13, 14, 16, 20 and 28 px`,
      })),
  );
}

const isOnScale = (path: string, size: number, unit: string | undefined): boolean =>
  unit === 'px' && (SCALE.has(size) || EXCEPTIONS[path]?.px === size);
