/** A channel as light as this is taken for white: what a camera makes of a white ground. */
const LIGHT = 245;

/**
 * How much of the border of a picture is white, in percent, by the outermost pixels of every side.
 * @param pixels rows of RGB, top to bottom
 * @param ring so many pixels from each edge count
 */
export function whiteBorder(
  pixels: Uint8Array,
  { width, height, channels }: { width: number; height: number; channels: number },
  ring = 2,
): number {
  let white = 0;
  let seen = 0;
  for (let y = 0; y < height; y++) {
    const isEdgeRow = y < ring || y >= height - ring;
    for (let x = 0; x < width; x++) {
      if (!isEdgeRow && x >= ring && x < width - ring) {
        // Nothing inside belongs to the border: on to the right edge.
        x = width - ring - 1;
        continue;
      }
      const at = (y * width + x) * channels;
      seen += 1;
      const isWhite = [0, 1, 2].every((channel) => (pixels[at + Math.min(channel, channels - 1)] ?? 0) >= LIGHT);
      if (isWhite) white += 1;
    }
  }
  return seen === 0 ? 0 : Math.floor((white * 100) / seen);
}
