import { randomInt } from 'node:crypto';

/**
 * Strokes of each sign on a grid of 4 × 6, points as two digits (x, y): drawn as paths, so that
 * the picture holds no text. Signs that look alike (0 O 1 I 5 S 8 B) are left out.
 */
const STROKES: Record<string, readonly string[]> = {
  '2': ['01 10 30 41 42 06 46'],
  '3': ['00 40 22 32 43 45 36 06'],
  '4': ['36 30 04 44'],
  '6': ['40 10 03 05 16 36 45 44 33 13 04'],
  '7': ['00 40 16'],
  '9': ['06 36 43 41 30 10 01 02 13 33 42'],
  A: ['06 20 46', '13 33', '04 44'],
  C: ['41 30 10 01 05 16 36 45'],
  E: ['40 00 06 46', '03 33'],
  F: ['40 00 06', '03 33'],
  H: ['00 06', '40 46', '03 43'],
  J: ['10 40 45 36 16 05'],
  K: ['00 06', '40 03 46'],
  L: ['00 06 46'],
  M: ['06 00 23 40 46'],
  N: ['06 00 46 40'],
  P: ['06 00 30 41 42 33 03'],
  R: ['06 00 30 41 42 33 03', '23 46'],
  T: ['00 40', '20 26'],
  U: ['00 05 16 36 45 40'],
  V: ['00 26 40'],
  W: ['00 16 23 36 40'],
  X: ['00 46', '40 06'],
  Y: ['00 23 40', '23 26'],
};

const SIGNS = Object.keys(STROKES);
const [WIDTH, HEIGHT] = [104, 36];

/** Four random signs. */
export const randomSigns = (): string => Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]).join('');

/** The picture of a code as a data URI. */
export function captchaImage(code: string): string {
  const signs = [...code].map((sign, index) => signPath(sign, 12 + index * 23)).join('');
  const noise = Array.from({ length: 4 }, noisePath).join('');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" ` +
    `viewBox="0 0 ${WIDTH} ${HEIGHT}" fill="none" stroke-linecap="round" stroke-linejoin="round">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#f4f6fa"/>${noise}${signs}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

const jitter = (spread: number): number => (randomInt(2001) / 1000 - 1) * spread;
const ink = (): string => `hsl(${randomInt(360)} 55% ${25 + randomInt(15)}%)`;

function signPath(sign: string, left: number): string {
  const [dx, dy, size] = [left + jitter(2.5), 7 + jitter(3), 3.6 + jitter(0.35)];
  const path = (STROKES[sign] ?? [])
    .map((stroke) =>
      stroke
        .split(' ')
        .map((point, index) => {
          const x = dx + Number(point[0]) * size + jitter(0.9);
          const y = dy + Number(point[1]) * size + jitter(0.9);
          return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
        })
        .join(''),
    )
    .join('');
  const turn = `rotate(${jitter(16).toFixed(1)} ${left + 7} ${HEIGHT / 2})`;
  return `<path d="${path}" stroke="${ink()}" stroke-width="${(2.2 + jitter(0.4)).toFixed(1)}" transform="${turn}"/>`;
}

function noisePath(): string {
  const at = (max: number): number => randomInt(max);
  return (
    `<path d="M0 ${at(HEIGHT)}C${at(WIDTH)} ${at(HEIGHT)} ${at(WIDTH)} ${at(HEIGHT)} ` +
    `${WIDTH} ${at(HEIGHT)}" stroke="${ink()}" stroke-width="1" opacity=".45"/>`
  );
}
