/** What a browser finds of codes in a picture (Shape Detection API), where it has that. */
export interface Detector {
  detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
