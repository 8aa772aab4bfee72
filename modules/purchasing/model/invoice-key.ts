import { plainCode } from '#kit/model/code-text.ts';
import { latin } from '#kit/model/look-alikes.ts';

/**
 * By which two numbers of one supplier are the same invoice: case, blanks, separators and letters that look alike
 * (Cyrillic, Greek) are how it was typed. Where nothing else is in it, the number stands for itself.
 */
export function invoiceKey(invoiceNo: string): string {
  const plain = latin(plainCode(invoiceNo)).toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]/gu, '') || plain;
}
