/** Held by a form while files of a field are on their way: saving now would leave them behind. */
export class StillUploading {
  readonly paths: string | null;
  constructor(paths: string | null) {
    this.paths = paths;
  }
}
