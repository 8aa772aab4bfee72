/**
 * Codes of the organisation tree: three characters a level, A01 … A99, B01 … Z99 below each
 * parent (A01, A01A01, A01A02 …).
 * @param parent code of the parent, '' for a root
 * @param siblings codes already used below that parent
 * @returns the code after the greatest sibling, or null when the level is full
 */
export function nextOrgCode(parent: string, siblings: readonly string[]): string | null {
  const steps = siblings.map((code) => stepOf(code.slice(parent.length))).filter((n) => n > 0);
  const next = Math.max(0, ...steps) + 1;
  if (next > 26 * 99) return null;
  const letter = String.fromCharCode(65 + Math.floor((next - 1) / 99));
  return `${parent}${letter}${String(((next - 1) % 99) + 1).padStart(2, '0')}`;
}

export const orgLevel = (code: string): number => code.length / 3;

function stepOf(step: string): number {
  const match = /^([A-Z])(\d{2})$/.exec(step);
  if (!match) return 0;
  return ((match[1] as string).charCodeAt(0) - 65) * 99 + Number(match[2]);
}
