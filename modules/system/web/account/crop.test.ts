import { expect, test } from 'vitest';
import { changeCrop, cropSquare, wholePicture } from './crop.ts';

const WIDE = { width: 1000, height: 500 };

test('at first the largest square in the middle is kept', () => {
  expect(cropSquare(WIDE, wholePicture(WIDE))).toEqual({ left: 250, top: 0, side: 500 });
});

test('moving stops at the edges, zooming at its bounds', () => {
  const whole = wholePicture(WIDE);
  expect(cropSquare(WIDE, changeCrop(WIDE, whole, { dx: 9999, dy: 9999 }))).toEqual({
    left: 0,
    top: 0,
    side: 500,
  });
  expect(cropSquare(WIDE, changeCrop(WIDE, whole, { dx: -9999 })).left).toBe(500);
  const near = changeCrop(WIDE, whole, { zoom: 99 });
  expect(cropSquare(WIDE, near)).toEqual({ left: 437.5, top: 187.5, side: 125 });
  expect(changeCrop(WIDE, near, { zoom: 0 }).zoom).toBe(1);
});

test('the picture follows the finger', () => {
  const near = changeCrop(WIDE, wholePicture(WIDE), { zoom: 2 });
  const moved = changeCrop(WIDE, near, { dx: 64 });
  // 64 of the 256 pixels shown are a quarter of the square.
  expect(cropSquare(WIDE, moved).left).toBe(cropSquare(WIDE, near).left - 250 / 4);
});

test('zooming out at an edge stays inside the picture', () => {
  const corner = changeCrop(WIDE, changeCrop(WIDE, wholePicture(WIDE), { zoom: 4 }), {
    dx: 9999,
    dy: 9999,
  });
  expect(cropSquare(WIDE, changeCrop(WIDE, corner, { zoom: 1 }))).toEqual({
    left: 0,
    top: 0,
    side: 500,
  });
});
