/** Trees that a server reads level by level, as the wire of the base has them. */

/** Where in a registered tree: its table and columns, and the node below which is read. */
export interface TreePlace {
  tableName?: string | undefined;
  /** Column that is shown. */
  text?: string | undefined;
  /** Column that is stored. */
  code?: string | undefined;
  pid?: string | undefined;
  pidField?: string | undefined;
  hasChildField?: string | undefined;
  /** Code of the row below which is searched; where `pid` is not given. */
  pcode?: string | undefined;
  /** A JSON object of columns and their values. */
  condition?: string | undefined;
}

/** A node of the wire: leaf as a flag, or as 0 and 1. */
export interface WireNode {
  value?: string;
  key: string;
  title: string;
  code?: string | null;
  leaf?: boolean | number;
  isLeaf?: boolean;
  children?: WireNode[] | null;
}

/** A node that was found, with those above it, the topmost first. */
export interface TreeHit {
  value: string;
  title: string;
  above: readonly { value: string; title: string }[];
}
