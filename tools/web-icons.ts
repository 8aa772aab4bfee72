import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import sharp from 'sharp';
import type { Plugin } from 'vite';

const MARK = resolve(import.meta.dirname, '../console/mark/mark.svg');
/** The default accent: what a browser shows of us before anybody has chosen another. */
const ACCENT = '#1270c8';
const ACCENT_ON_DARK = '#58aeff';

interface Tile {
  /** Pixels of a side. */
  size: number;
  /** Share of the side that the mark takes. */
  mark: number;
  /** Share of the side that rounds the corners; 0 where the system cuts its own shape. */
  corner: number;
}

const TILES: Readonly<Record<string, Tile>> = {
  'icons/touch.png': { size: 180, mark: 0.6, corner: 0 },
  'icons/192.png': { size: 192, mark: 0.62, corner: 0.2 },
  'icons/512.png': { size: 512, mark: 0.62, corner: 0.2 },
  // Whatever lies outside a circle of 80 % may be cut off.
  'icons/maskable.png': { size: 512, mark: 0.5, corner: 0 },
};

/** Makes every icon from the one drawing of the mark, and serves them while the console is developed. */
export function webIcons(): Plugin {
  return {
    name: 'web-icons',
    async generateBundle() {
      for (const [fileName, draw] of Object.entries(ICONS))
        this.emitFile({ type: 'asset', fileName, source: await draw() });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = request.url?.split('?')[0]?.slice(1) ?? '';
        const draw = ICONS[name];
        if (!draw) return next();
        response.setHeader('content-type', name.endsWith('.svg') ? 'image/svg+xml' : 'image/png');
        void Promise.resolve(draw()).then((icon) => response.end(icon), next);
      });
    },
  };
}

const ICONS: Readonly<Record<string, () => string | Promise<Buffer>>> = {
  'icons/mark.svg': () =>
    markWith(`<style>path{fill:${ACCENT}}@media(prefers-color-scheme:dark){path{fill:${ACCENT_ON_DARK}}}</style>`),
  'icons/mark.png': () =>
    sharp(Buffer.from(markWith(`<style>path{fill:${ACCENT}}</style>`, 48)))
      .png()
      .toBuffer(),
  ...Object.fromEntries(Object.entries(TILES).map(([name, tile]) => [name, () => drawTile(tile)])),
};

const readMark = (): string => readFileSync(MARK, 'utf8').trim();

const markWith = (style: string, size = 24): string =>
  readMark().replace(/<svg([^>]*)>/, `<svg$1 width="${size}" height="${size}">${style}`);

/** The mark in white on the accent. */
function drawTile({ size, mark, corner }: Tile): Promise<Buffer> {
  const side = size * mark;
  const at = (size - side) / 2;
  const placed = readMark().replace('<svg', `<svg x="${at}" y="${at}" width="${side}" height="${side}" fill="#fff"`);
  const tile = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <rect width="${size}" height="${size}" rx="${size * corner}" fill="${ACCENT}"/>${placed}</svg>`;
  return sharp(Buffer.from(tile)).png({ palette: true }).toBuffer();
}
