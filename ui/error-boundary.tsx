import { Button } from 'antd';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { BlankState } from './blank-state.tsx';
import { isChunkError, reloadOnce } from './chunk-reload.ts';
import { newErrorId, reportError } from './report-error.ts';

interface Props {
  children: ReactNode;
  /** Said in the log beside the error id, e.g. the page's path. */
  where: string;
  onRetry?: (() => void) | undefined;
  /** A one-line notice instead of a whole page, for slots. */
  compact?: boolean | undefined;
}

interface State {
  errorId: string | null;
}

/** Catches what a page throws while rendering: the others go on, and the error can be reported by its id. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { errorId: null };

  static getDerivedStateFromError(): State {
    return { errorId: newErrorId() };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    if (isChunkError(error) && reloadOnce()) return;
    reportError(this.state.errorId ?? '', this.props.where, error, info.componentStack);
  }

  private retry = (): void => {
    this.setState({ errorId: null });
    this.props.onRetry?.();
  };

  override render(): ReactNode {
    const { errorId } = this.state;
    if (errorId === null) return this.props.children;
    if (this.props.compact)
      return (
        <p role="alert">
          此处内容加载失败（错误编号 {errorId}）
          <Button type="link" size="small" onClick={this.retry}>
            重试
          </Button>
        </p>
      );
    return (
      <BlankState
        tone="bad"
        title="页面出错了"
        text={`错误编号 ${errorId}，反馈问题时请附上此编号。`}
        actions={
          <Button type="primary" onClick={this.retry}>
            重新加载此页
          </Button>
        }
      />
    );
  }
}
