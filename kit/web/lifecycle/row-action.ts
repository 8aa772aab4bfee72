/** One entry of a row's operations. */
export interface RowAction {
  key: string;
  title: string;
  onClick: () => void;
  /** Of a list: the key that does it for the row in focus, beside those of the lifecycle's moves. */
  letter?: string | undefined;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  isBusy?: boolean | undefined;
  /** Takes something back, throws it away or leads nowhere: never the button that calls. */
  isQuiet?: boolean | undefined;
  /** Of a list: stands behind the generic operations; elsewhere always behind 更多. */
  isRare?: boolean | undefined;
  /** Why it cannot be done now, or was refused when it was tried last. */
  reason?: string | undefined;
}

/** Whether it may be the loud button: it leads on, and can be done now. */
export const isCalling = ({ isQuiet = false, disabled = false, isBusy = false }: RowAction): boolean =>
  !isQuiet && (!disabled || isBusy);
