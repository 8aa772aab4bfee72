/** Side of the picture that is stored. */
export const AVATAR_SIDE = 256;
export const MAX_ZOOM = 4;

/** What of a picture is kept: a square around a point, the smaller the larger the zoom. */
export interface Crop {
  zoom: number;
  /** Middle of the square, in pixels of the picture. */
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const wholePicture = ({ width, height }: Size): Crop => ({
  zoom: 1,
  x: width / 2,
  y: height / 2,
});

/** The square of a crop, in pixels of the picture. */
export function cropSquare(size: Size, crop: Crop): { left: number; top: number; side: number } {
  const side = Math.min(size.width, size.height) / crop.zoom;
  return { left: crop.x - side / 2, top: crop.y - side / 2, side };
}

/** Zooms and moves, but never beyond the edge of the picture. */
export function changeCrop(
  size: Size,
  crop: Crop,
  { zoom = crop.zoom, dx = 0, dy = 0 }: { zoom?: number; dx?: number; dy?: number },
): Crop {
  const next = { zoom: Math.min(MAX_ZOOM, Math.max(1, zoom)), x: crop.x, y: crop.y };
  const { side } = cropSquare(size, next);
  // What is dragged on the screen moves the picture, the square goes the other way.
  const scale = side / AVATAR_SIDE;
  return {
    ...next,
    x: between(crop.x - dx * scale, side / 2, size.width - side / 2),
    y: between(crop.y - dy * scale, side / 2, size.height - side / 2),
  };
}

const between = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
