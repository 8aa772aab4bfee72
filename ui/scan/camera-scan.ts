import type { Detector } from './detector.ts';

declare global {
  interface Window {
    BarcodeDetector?: { new (): Detector; getSupportedFormats: () => Promise<string[]> };
  }
}

const LOOK_EVERY_MS = 150;
/** A code that stays before the camera is read once. */
const SAME_AGAIN_MS = 2500;

/** Why this browser cannot read codes by its camera; null where it can. */
export function cameraFault(): string | null {
  if (!window.isSecureContext) return '浏览器只在 https 地址下允许使用摄像头';
  if (!('mediaDevices' in navigator)) return '这个浏览器不能使用摄像头';
  return null;
}

/** Sharp enough for the bars of a parcel label. */
const CAMERA = { facingMode: 'environment', width: { ideal: 1280 } };

/** The browser's own, otherwise (Safari, Firefox) one that computes; its code comes only then. */
async function someDetector(): Promise<Detector> {
  const { BarcodeDetector } = window;
  const formats = await BarcodeDetector?.getSupportedFormats().catch(() => []);
  if (BarcodeDetector && formats?.length) return new BarcodeDetector();
  const { computedDetector } = await import('./computed-detector.ts');
  return computedDetector();
}

/** Why the camera did not start, in words that say what to do. */
export function refusedCamera(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return '没有摄像头权限：请在浏览器的网站设置中允许使用摄像头，再点“打开摄像头”';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return '没有找到摄像头';
  if (name === 'NotReadableError') return '摄像头正被其他程序使用，请关闭后再试';
  return '摄像头打不开';
}

function stopStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/**
 * Reads codes from the camera at the back into `onNumber`, shown in `video`.
 * @returns what stops it and lets go of the camera
 * @throws DOMException where the camera is refused or missing
 */
export async function readByCamera(video: HTMLVideoElement, onNumber: (number: string) => void): Promise<() => void> {
  const starting = navigator.mediaDevices.getUserMedia({ video: CAMERA });
  // Refused below; meanwhile nobody waits for it.
  starting.catch(() => undefined);
  const detector = await someDetector().catch((error: unknown) => {
    void starting.then(stopStream, () => undefined);
    throw error;
  });
  const stream = await starting;
  let isOn = true;
  let last = { number: '', at: -Infinity };
  const look = async (): Promise<void> => {
    // A frame that cannot be read yet is followed by one that can.
    const [code] = await detector.detect(video).catch(() => []);
    if (!isOn) return;
    const now = performance.now();
    if (code && (code.rawValue !== last.number || now - last.at > SAME_AGAIN_MS)) onNumber(code.rawValue);
    if (code) last = { number: code.rawValue, at: now };
    window.setTimeout(() => void look(), LOOK_EVERY_MS);
  };
  const stop = (): void => {
    isOn = false;
    stopStream(stream);
    video.srcObject = null;
  };
  video.srcObject = stream;
  await video.play().catch((error: unknown) => {
    stop();
    throw error;
  });
  void look();
  return stop;
}
