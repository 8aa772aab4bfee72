import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as jpegReader from '@jsquash/jpeg/decode.js';
import * as pngReader from '@jsquash/png/decode.js';
import * as webpReader from '@jsquash/webp/decode.js';
import * as webpWriter from '@jsquash/webp/encode.js';
import type { PictureFacts } from '../picture.ts';
import type { Pixels } from './area-average.ts';

/** Unfolds and folds pictures, in WebAssembly: whatever a picture does, it does to that alone. */

/** What the codecs answer in; browsers have it, threads do not. */
class PlainPixels implements Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

/** To be called once in a thread before anything else of here. */
export function lendPixels(): void {
  Object.assign(globalThis, { ImageData: PlainPixels });
}

const codec = (path: string): Promise<Buffer> =>
  readFile(fileURLToPath(import.meta.resolve(`@jsquash/${path}`)));

type Reader = (bytes: ArrayBuffer) => Promise<Pixels>;

/** Fetched when the first picture of a kind comes. */
const readers: Readonly<Record<PictureFacts['mime'], () => Promise<Reader>>> = {
  'image/jpeg': once(async () => {
    await jpegReader.init({ wasmBinary: await codec('jpeg/codec/dec/mozjpeg_dec.wasm') });
    // Upright, as the camera was held.
    return (bytes) => jpegReader.default(bytes, { preserveOrientation: true });
  }),
  'image/png': once(async () => {
    await pngReader.init(await codec('png/codec/pkg/squoosh_png_bg.wasm'));
    return (bytes) => pngReader.default(bytes);
  }),
  'image/webp': once(async () => {
    await webpReader.init({ wasmBinary: await codec('webp/codec/dec/webp_dec.wasm') });
    return webpReader.default;
  }),
};

const startWriter = once(async () => {
  await webpWriter.init({ wasmBinary: await codec('webp/codec/enc/webp_enc_simd.wasm') });
  return webpWriter.default;
});

function once<T>(start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | null = null;
  return () => (started ??= start());
}

/** @throws whatever the codec says of a picture it cannot read */
export async function unfold(bytes: Buffer, mime: PictureFacts['mime']): Promise<Pixels> {
  const read = await readers[mime]();
  // A copy of its own: small files share one buffer with others.
  return read(new Uint8Array(bytes).buffer);
}

const QUALITY = 76;

export async function fold(pixels: Pixels): Promise<Uint8Array<ArrayBuffer>> {
  const write = await startWriter();
  return new Uint8Array(await write(pixels as Parameters<typeof write>[0], { quality: QUALITY }));
}
