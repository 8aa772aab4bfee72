import type { ReactNode } from 'react';
import { grouped, MoveDialog, type MoveDialogProps, type MoveDialogs } from '#kit/web/index.ts';

/** 登记结果 begins blank: what was won back so far is nothing, and a hasty Enter would record a lost dispute. */
const ResolveDialog = (props: MoveDialogProps): ReactNode => (
  <MoveDialog {...props} row={{ ...props.row, recovered: null }} />
);

/** 过账 says what comes to the bank, what it pays and what is left for nobody. */
function PostDialog(props: MoveDialogProps): ReactNode {
  const { netAmount, matchedTotal, openCount, currency } = props.row;
  const open = Number(openCount ?? 0);
  return (
    <MoveDialog {...props}>
      <p>
        银行到账 {grouped(String(netAmount))} {String(currency)}，核销发票 {grouped(String(matchedTotal))}
        {open > 0 ? `；${open} 行没有匹配，转入待核销` : '；全部匹配'}
      </p>
    </MoveDialog>
  );
}

export const DEDUCTION_DIALOGS: MoveDialogs<'resolve'> = { resolve: ResolveDialog };
export const REMITTANCE_DIALOGS: MoveDialogs<'post'> = { post: PostDialog };
