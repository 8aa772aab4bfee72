import { useEffect, useState, type ReactNode } from 'react';
import { BlankState } from '#ui/blank-state.tsx';
import { menuAddress } from './menu-address.ts';
import { usePage } from '#ui/page/page-context.ts';
import { ownPlaceholders } from './use-menu-entries.ts';
import './frame-page.css';

/** A page of elsewhere inside the console: an entry of the menu that names an address. */
export function FramePage(): ReactNode {
  const { options, title } = usePage();
  const [address] = useState(() => menuAddress(options['url'], ownPlaceholders()));
  const isRefused = useRefusal(address);
  if (!address)
    return (
      <BlankState
        tone="bad"
        title={<h1>{title}</h1>}
        text="菜单中的地址无法识别：只能是 http(s) 地址，占位符只能是 host、apiBase、tenantId、username。"
      />
    );
  return (
    <div className="wb-frame">
      <div className="wb-frame-bar">
        <a href={address} target="_blank" rel="noopener noreferrer">
          在新窗口打开
        </a>
      </div>
      {isRefused ? (
        <BlankState
          tone="bad"
          title={<h1>{title}</h1>}
          text={`本平台不允许嵌入 ${new URL(address).origin}，请在新窗口打开，或由管理员加入 FRAME_ORIGINS。`}
        />
      ) : (
        // An own session, no access to this window; a page of elsewhere may still run its scripts.
        <iframe
          title={title}
          src={address}
          sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-downloads"
          referrerPolicy="no-referrer"
        />
      )}
    </div>
  );
}

/** Whether the browser refused the frame: its origin is not among those this installation allows. */
function useRefusal(address: string | null): boolean {
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const listen = (event: SecurityPolicyViolationEvent): void => {
      if (event.effectiveDirective !== 'frame-src' || !address) return;
      if (address.startsWith(event.blockedURI)) setRefused(true);
    };
    document.addEventListener('securitypolicyviolation', listen);
    return () => document.removeEventListener('securitypolicyviolation', listen);
  }, [address]);
  return isRefused;
}
