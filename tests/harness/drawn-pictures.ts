import sharp from 'sharp';

/** Pictures that can be looked into, of our own drawing. */

export type Colour = readonly [red: number, green: number, blue: number, opacity: number];
export type Paint = (x: number, y: number) => Colour;

/** Pixels row by row: red, green, blue and opacity of each, 0 to 255. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

export function painted(width: number, height: number, paint: Paint): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(paint(x, y), (y * width + x) * 4);
  return { data, width, height };
}

/** A real JPEG. @param orientation as a camera writes it that was held another way; 1 is upright */
export const drawnJpeg = ({ data, width, height }: Pixels, orientation = 1, progressive = false): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .withMetadata({ orientation })
    .jpeg({ progressive })
    .toBuffer();

export async function unfoldWebp(bytes: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}
