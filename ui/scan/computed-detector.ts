import type { Detector } from './detector.ts';
import { createPictureDecoder } from './picture-decoder.ts';

/** Wide enough for a parcel label across the picture, small enough for some pictures a second. */
const MOST_WIDTH = 960;

/** A detector by computing, for browsers that have none. */
export function computedDetector(): Detector {
  const decode = createPictureDecoder();
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  return {
    detect(video) {
      const { videoWidth, videoHeight } = video;
      if (!pen || videoWidth === 0) return Promise.resolve([]);
      const share = Math.min(1, MOST_WIDTH / videoWidth);
      canvas.width = Math.round(videoWidth * share);
      canvas.height = Math.round(videoHeight * share);
      pen.drawImage(video, 0, 0, canvas.width, canvas.height);
      const text = decode(pen.getImageData(0, 0, canvas.width, canvas.height));
      return Promise.resolve(text === null ? [] : [{ rawValue: text }]);
    },
  };
}
