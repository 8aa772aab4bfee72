import { fetched } from '../fetched.tsx';
import type { ScanCameraProps } from './scan-camera.tsx';

/** The picture of the camera, and each code that it reads; its code comes when it is opened. */
export const ScanCamera = fetched<ScanCameraProps>(() =>
  import('./scan-camera.tsx').then((module) => module.ScanCamera),
);
