const of = (name: string, ...verbs: readonly string[]): string[] => verbs.map((verb) => `aftersales:${name}:${verb}`);

/** Who asks for money does not say that it came. */
const CLAIMANT = of(
  ...(['claim', 'add', 'edit', 'delete', 'submit', 'noteRef', 'reject', 'appeal', 'abandon'] as const),
);

const LABELS = of('returnLabel', 'buy', 'print', 'voidLabel');

/** What the preset roles may with claims and return labels, beyond reading them. */
export const claimGrants = {
  OPS: [...CLAIMANT, ...LABELS, 'aftersales:claimTerm:*', 'aftersales:returnLabelRule:*'],
  CS: LABELS,
  BUY: CLAIMANT,
  FIN: of('claim', 'pay', 'waive', 'noteRef', 'settleFound'),
  FINR: of('claim', 'unpay', 'waive', 'settleFound'),
};
