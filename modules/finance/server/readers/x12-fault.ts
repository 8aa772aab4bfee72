/** What is wrong with an X12 file, in words that can be shown; nothing of the file is to be used. */
export class X12Fault extends Error {
  /** @param at the segment, null for the file as a whole */
  constructor(message: string, at: { id: string; no: number } | null) {
    super(at ? `第 ${at.no} 段 ${at.id}：${message}` : message);
    this.name = 'X12Fault';
  }
}
