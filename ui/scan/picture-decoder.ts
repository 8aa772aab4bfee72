import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from '@zxing/library';

/** Pixels of a picture, four bytes each: red, green, blue, opacity. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** What boxes, goods and labels carry: bars that are read along a row, and squares. */
const BARS = [
  BarcodeFormat.CODE_128,
  BarcodeFormat.EAN_13,
  BarcodeFormat.EAN_8,
  BarcodeFormat.UPC_A,
  BarcodeFormat.UPC_E,
  BarcodeFormat.ITF,
  BarcodeFormat.CODE_39,
];
const SQUARES = [BarcodeFormat.QR_CODE, BarcodeFormat.DATA_MATRIX];

/** Finds codes in pictures by computing alone, for browsers that have no detector of their own. */
export function createPictureDecoder(): (picture: Pixels) => string | null {
  const all = readerOf([...BARS, ...SQUARES]);
  const bars = readerOf(BARS);
  return ({ data, width, height }) => {
    const grey = brightness(data);
    // Bars that run up a picture are read lying; squares are found however they lie.
    return read(all, grey, width, height) ?? read(bars, turned(grey, width, height), height, width);
  };
}

/** Without TRY_HARDER: a hand moves the phone sooner than every row of one picture is searched. */
function readerOf(formats: readonly BarcodeFormat[]): MultiFormatReader {
  const reader = new MultiFormatReader();
  reader.setHints(new Map([[DecodeHintType.POSSIBLE_FORMATS, formats]]));
  return reader;
}

function read(reader: MultiFormatReader, grey: Uint8ClampedArray, width: number, height: number): string | null {
  const source = new RGBLuminanceSource(grey, width, height);
  try {
    return reader.decodeWithState(new BinaryBitmap(new HybridBinarizer(source))).getText();
  } catch {
    // Nothing, or a code that is only half in the picture.
    return null;
  } finally {
    reader.reset();
  }
}

function brightness(data: Uint8ClampedArray): Uint8ClampedArray {
  const grey = new Uint8ClampedArray(data.length / 4);
  for (let at = 0, from = 0; at < grey.length; at += 1, from += 4)
    grey[at] = ((data[from] ?? 0) * 306 + (data[from + 1] ?? 0) * 601 + (data[from + 2] ?? 0) * 117) >> 10;
  return grey;
}

/** Columns become rows. */
function turned(grey: Uint8ClampedArray, width: number, height: number): Uint8ClampedArray {
  const lying = new Uint8ClampedArray(grey.length);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) lying[x * height + y] = grey[y * width + x] ?? 0;
  return lying;
}
