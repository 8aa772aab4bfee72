/**
 * Held by a form while files of a field, or pictures of its rich text, are on their way: saving now would
 * leave them behind.
 */
export class StillUploading {
  /** What was there by then: paths, or HTML. */
  readonly paths: string | null;
  constructor(paths: string | null) {
    this.paths = paths;
  }
}
