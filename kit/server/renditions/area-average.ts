/** Pixels row by row: red, green, blue and opacity of each, 0 to 255. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/**
 * A picture made smaller, never larger: each new pixel is the mean of the area it covers, in which
 * what is see-through counts for less.
 * @param side the longest side of the answer at most, in pixels
 */
export function shrinkPixels(picture: Pixels, side: number): Pixels {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const data = new Uint8ClampedArray(width * height * 4);
  const row = new Float64Array(width * 4);
  const sum = new Float64Array(width * 4);
  for (let y = 0; y < height; y++) {
    const from = (y * picture.height) / height;
    const to = ((y + 1) * picture.height) / height;
    sum.fill(0);
    for (let at = Math.floor(from); at < to; at++) {
      const share = Math.min(to, at + 1) - Math.max(from, at);
      shrinkRow(picture, at, row);
      for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + (row[i] as number) * share;
    }
    const area = (picture.height / height) * (picture.width / width);
    writeRow(sum, area, data, y * width * 4);
  }
  return { data, width, height };
}

/** Sums of one row over the columns of the answer; colours weighed by their opacity. */
function shrinkRow({ data, width }: Pixels, y: number, row: Float64Array): void {
  const columns = row.length / 4;
  for (let x = 0; x < columns; x++) {
    const from = (x * width) / columns;
    const to = ((x + 1) * width) / columns;
    let [red, green, blue, opacity] = [0, 0, 0, 0];
    for (let at = Math.floor(from); at < to; at++) {
      const i = (y * width + at) * 4;
      const weight = (data[i + 3] as number) * (Math.min(to, at + 1) - Math.max(from, at));
      red += (data[i] as number) * weight;
      green += (data[i + 1] as number) * weight;
      blue += (data[i + 2] as number) * weight;
      opacity += weight;
    }
    const i = x * 4;
    row[i] = red;
    row[i + 1] = green;
    row[i + 2] = blue;
    row[i + 3] = opacity;
  }
}

function writeRow(sum: Float64Array, area: number, data: Uint8ClampedArray, start: number): void {
  for (let i = 0; i < sum.length; i += 4) {
    const opacity = sum[i + 3] as number;
    if (opacity === 0) continue;
    for (let part = 0; part < 3; part++)
      data[start + i + part] = (sum[i + part] as number) / opacity;
    data[start + i + 3] = opacity / area;
  }
}
