import bwip from 'bwip-js';

const QUIET_MODULES = 4;

/**
 * A QR code (error correction M) for a page.
 * @returns an SVG as a data URI, quiet zone included
 */
export function qrImage(text: string): string {
  const [symbol] = bwip.raw({ bcid: 'qrcode', text });
  if (!symbol || !('pixs' in symbol)) throw new Error('the text cannot be drawn as a QR code');
  const { pixs, pixx: side } = symbol;
  const dark: string[] = [];
  for (let at = 0; at < side * side; at++)
    if (pixs[at]) dark.push(`M${(at % side) + QUIET_MODULES} ${Math.floor(at / side) + QUIET_MODULES}h1v1h-1z`);
  const size = side + 2 * QUIET_MODULES;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/>` +
    `<path d="${dark.join('')}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
