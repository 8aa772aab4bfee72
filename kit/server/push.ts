/**
 * Sends a message to browsers that are connected now. Nothing is promised: what must arrive is a row
 * first, and the browser asks for it again when a message, or the poll that replaces it, says so.
 */
export interface Push {
  /** Every window of a person who works in that tenant now. */
  toUser(tenant: number, userId: string, message: object): void;
  /** Everybody who works in that tenant now. */
  toTenant(tenant: number, message: object): void;
  /**
   * Windows of that tenant that asked to hear of changes: clients of the base do not, and would read
   * a message that they do not know aloud.
   */
  toListening(tenant: number, message: object): void;
}

/** Reaches nobody: for tests of one module and programs that serve no browsers. */
export const NO_PUSH: Push = {
  toUser: () => undefined,
  toTenant: () => undefined,
  toListening: () => undefined,
};
