/** A whole number from 0 on, below so much; the same numbers in every run of a seed (xorshift32). */
export function numbersOf(seed: number): (much: number) => number {
  let state = seed | 0 || 1;
  return (much) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % much;
  };
}
