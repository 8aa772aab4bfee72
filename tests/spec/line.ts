/** A statement of the specification, or a decision of ours where it leaves something open. */
export interface Line {
  says: string;
  /** Files and folders that carry it, from the root. */
  where: readonly string[];
  /** Why no test shows it. Every other line needs a test that is marked with it. */
  untested?: string;
}

export type Lines = Readonly<Record<`§${number} ${string}` | `ours: ${string}`, Line>>;
