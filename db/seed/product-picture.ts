import type { CataloguePart } from '#simulator/catalogue.ts';
import { encodePng } from './png.ts';

/** Left, top, width and height in squares of a grid of 32 × 24, and which colour. */
type Block = readonly [x: number, y: number, width: number, height: number, colour: Colour];

const SQUARE = 15;
const COLUMNS = 32;
const ROWS = 24;

/** Places in the palette; the paper is 0. */
const [BODY, DARK, LIGHT, METAL] = [1, 2, 3, 4] as const;
type Colour = 1 | 2 | 3 | 4;

const drawers = (count: number, x: number, y: number, width: number): Block[] =>
  Array.from({ length: count }, (_, at) => [x, y + at * 3, width, 2, DARK]);

/** What the goods of a category look like, seen from the front. */
const SHAPES: Readonly<Record<CataloguePart['category'], readonly Block[]>> = {
  Beds: [
    [5, 5, 22, 10, BODY],
    [7, 10, 8, 3, LIGHT],
    [17, 10, 8, 3, LIGHT],
    [5, 13, 22, 6, DARK],
    [6, 19, 1, 2, METAL],
    [25, 19, 1, 2, METAL],
  ],
  Nightstands: [[10, 8, 12, 11, BODY], ...drawers(2, 11, 10, 10), [11, 19, 1, 3, METAL], [20, 19, 1, 3, METAL]],
  Dressers: [
    [5, 6, 22, 13, BODY],
    ...drawers(3, 6, 8, 9),
    ...drawers(3, 17, 8, 9),
    [6, 19, 1, 2, METAL],
    [25, 19, 1, 2, METAL],
  ],
  Sofas: [
    [5, 8, 22, 8, BODY],
    [3, 11, 3, 8, DARK],
    [26, 11, 3, 8, DARK],
    [6, 13, 10, 4, LIGHT],
    [16, 13, 10, 4, LIGHT],
    [6, 17, 20, 2, DARK],
    [4, 19, 1, 2, METAL],
    [27, 19, 1, 2, METAL],
  ],
  'Accent Chairs': [
    [10, 4, 12, 10, BODY],
    [8, 11, 3, 6, DARK],
    [21, 11, 3, 6, DARK],
    [10, 14, 12, 3, LIGHT],
    [10, 17, 1, 5, METAL],
    [21, 17, 1, 5, METAL],
  ],
  'Coffee Tables': [
    [4, 12, 24, 2, BODY],
    [6, 14, 1, 6, METAL],
    [25, 14, 1, 6, METAL],
    [6, 17, 20, 1, DARK],
  ],
  'TV Stands': [
    [3, 12, 26, 7, BODY],
    [4, 13, 8, 5, DARK],
    [13, 13, 6, 2, LIGHT],
    [13, 16, 6, 2, LIGHT],
    [20, 13, 8, 5, DARK],
    [4, 19, 1, 2, METAL],
    [27, 19, 1, 2, METAL],
  ],
  'Dining Tables': [
    [3, 9, 26, 2, BODY],
    [5, 11, 2, 10, DARK],
    [25, 11, 2, 10, DARK],
  ],
  'Dining Chairs': [
    [11, 3, 10, 8, BODY],
    [12, 5, 8, 1, DARK],
    [12, 8, 8, 1, DARK],
    [10, 12, 12, 2, LIGHT],
    [11, 14, 1, 8, METAL],
    [20, 14, 1, 8, METAL],
  ],
  Bookcases: [
    [9, 2, 14, 20, BODY],
    [10, 3, 12, 4, LIGHT],
    [10, 8, 12, 4, LIGHT],
    [10, 13, 12, 4, LIGHT],
    [10, 18, 12, 3, LIGHT],
    [11, 4, 4, 3, DARK],
    [16, 14, 5, 3, DARK],
  ],
  Desks: [
    [4, 9, 24, 2, BODY],
    [5, 11, 1, 11, METAL],
    [18, 11, 9, 8, DARK],
    [19, 12, 7, 2, LIGHT],
    [19, 15, 7, 2, LIGHT],
    [26, 19, 1, 3, METAL],
  ],
  Lamps: [
    [11, 3, 10, 7, LIGHT],
    [15, 10, 2, 10, METAL],
    [12, 20, 8, 1, DARK],
  ],
  'Area Rugs': [
    [4, 5, 24, 15, BODY],
    [6, 7, 20, 11, LIGHT],
    [9, 9, 14, 7, DARK],
    [13, 11, 6, 3, LIGHT],
  ],
  'Bathroom Vanities': [
    [5, 8, 22, 2, LIGHT],
    [6, 10, 20, 11, BODY],
    [7, 12, 8, 8, DARK],
    [17, 12, 8, 8, DARK],
    [15, 4, 2, 4, METAL],
  ],
  Mirrors: [
    [9, 2, 14, 20, DARK],
    [10, 3, 12, 18, LIGHT],
    [12, 5, 2, 8, METAL],
  ],
  Outdoor: [
    [4, 10, 10, 8, BODY],
    [18, 10, 10, 8, BODY],
    [4, 14, 10, 2, LIGHT],
    [18, 14, 10, 2, LIGHT],
    [15, 4, 2, 17, METAL],
    [8, 3, 16, 2, DARK],
  ],
};

/** Wood, cloth and paint of the goods: body, then what lies in its shade and in its light. */
const BODIES = [
  [0x9c, 0x6b, 0x43],
  [0x5d, 0x7a, 0x8c],
  [0x8a, 0x8d, 0x91],
  [0x6f, 0x84, 0x62],
  [0xb0, 0x8d, 0x5b],
  [0x7b, 0x5a, 0x6d],
] as const;

/** How a drawing is made: px of a square, its ground, and which part of it is shown, in squares. */
export interface PictureView {
  square: number;
  ground: readonly [red: number, green: number, blue: number];
  cut: readonly [x: number, y: number, columns: number, rows: number];
}

const PAPER = [0xf4, 0xf2, 0xee] as const;
const WHITE = [0xff, 0xff, 0xff] as const;
const WHOLE = [0, 0, COLUMNS, ROWS] as const;

/** 480 × 360, on paper. */
export const SMALL_VIEW: PictureView = { square: SQUARE, ground: PAPER, cut: WHOLE };

/** As channels want them, 1000 px at least: the goods on white, the same in a room, and a part of them near by. */
export const LARGE_VIEWS: readonly PictureView[] = [
  { square: 42, ground: WHITE, cut: WHOLE },
  { square: 42, ground: PAPER, cut: WHOLE },
  { square: 84, ground: WHITE, cut: [8, 6, 16, 12] },
];

/** What a drawing measures; one of ours stands clear of its edges where it is shown whole. */
export const drawnSize = ({
  square,
  ground,
  cut: [, , columns, rows],
}: PictureView): { width: number; height: number; whitePercent: number } => ({
  width: columns * square,
  height: rows * square,
  whitePercent: ground === WHITE && columns === COLUMNS ? 100 : 0,
});

/** A plain drawing of the demo seller's goods, of our own hand. @returns a PNG */
export function productPicture(
  part: CataloguePart,
  at: number,
  { square, ground, cut: [left, top, columns, rows] }: PictureView = SMALL_VIEW,
): Buffer {
  const [width, height] = [columns * square, rows * square];
  const data = new Uint8Array(width * height);
  for (const [x, y, wide, high, colour] of SHAPES[part.category]) {
    const [from, to] = [Math.max(x, left), Math.min(x + wide, left + columns)];
    const [first, last] = [Math.max(y, top), Math.min(y + high, top + rows)];
    if (from >= to) continue;
    for (let row = (first - top) * square; row < (last - top) * square; row++)
      data.fill(colour, row * width + (from - left) * square, row * width + (to - left) * square);
  }
  const body = BODIES[at % BODIES.length] ?? BODIES[0];
  const shade = (by: number): number[] => body.map((one) => Math.min(255, Math.round(one * by)));
  const palette = [[...ground], body, shade(0.72), shade(1.4), [0x4a, 0x4d, 0x52]].flat();
  return encodePng({ width, height, data, palette: Uint8Array.from(palette) });
}
