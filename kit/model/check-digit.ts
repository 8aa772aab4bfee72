/** Whether the last digit of a GTIN follows from the others (GS1 General Specifications, 7.9). */
export function isCheckDigitRight(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 1 ? 3 : 1), 0);
  return sum % 10 === 0;
}
