const of = (name: string, ...verbs: readonly string[]): string[] => verbs.map((verb) => `finance:${name}:${verb}`);

/** What the preset roles may with remittances and deductions, beyond reading them: who posts does not take it back. */
export const remittanceGrants = {
  OPS: of('deduction', 'dispute', 'addEvidence', 'reclassify'),
  CS: of('deduction', 'addEvidence'),
  FIN: [
    ...of('remittance', 'add', 'edit', 'delete', 'import', 'submit', 'rematch', 'assign', 'reopen', 'post'),
    ...of('remittance', 'applyParked'),
    ...of('bankLine', 'match', 'autoMatch', 'unmatch', 'ignore', 'restore'),
    ...of('reportFile', 'import'),
    ...of('reportFormat', 'add', 'edit', 'delete', 'import'),
    ...of('deduction', 'add', 'import', 'confirm', 'dispute', 'addEvidence', 'resolve', 'reclassify', 'offset'),
  ],
  FINR: [
    ...of('remittance', 'reverse'),
    ...of('deduction', 'confirm', 'reopen', 'undoOffset'),
    ...of('remittanceSettings', 'edit'),
  ],
};
