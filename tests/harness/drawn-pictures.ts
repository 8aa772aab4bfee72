import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as jpegWriter from '@jsquash/jpeg/encode.js';
import * as webpReader from '@jsquash/webp/decode.js';
import { lendPixels } from '#kit/server/renditions/codecs.ts';
import type { Pixels } from '#kit/server/renditions/area-average.ts';

/** Pictures that can be looked into, of our own drawing. */

export type Colour = readonly [red: number, green: number, blue: number, opacity: number];
export type Paint = (x: number, y: number) => Colour;

export function painted(width: number, height: number, paint: Paint): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.set(paint(x, y), (y * width + x) * 4);
  return { data, width, height };
}

const codec = (path: string): Buffer =>
  readFileSync(fileURLToPath(import.meta.resolve(`@jsquash/${path}`)));

/** A real JPEG. @param orientation as a camera writes it that was held another way; 1 is upright */
export async function drawnJpeg(pixels: Pixels, orientation = 1): Promise<Buffer> {
  await jpegWriter.init({ wasmBinary: codec('jpeg/codec/enc/mozjpeg_enc.wasm') });
  const written = await jpegWriter.default(pixels as Parameters<typeof jpegWriter.default>[0]);
  const bytes = Buffer.from(written);
  // TIFF, big-endian, one entry: 0x0112, one short.
  const exif = Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01', 'latin1');
  const value = Buffer.from([0, orientation, 0, 0, 0, 0, 0, 0]);
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + value.length + 2]);
  return Buffer.concat([bytes.subarray(0, 2), head, exif, value, bytes.subarray(2)]);
}

export async function unfoldWebp(bytes: Buffer): Promise<Pixels> {
  lendPixels();
  await webpReader.init({ wasmBinary: codec('webp/codec/dec/webp_dec.wasm') });
  return webpReader.default(new Uint8Array(bytes).buffer);
}
