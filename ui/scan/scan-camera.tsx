import { Alert, Button } from 'antd';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { cameraFault, readByCamera, refusedCamera } from './camera-scan.ts';
import './scan.css';

export interface ScanCameraProps {
  onNumber: (number: string) => void;
  onClose: () => void;
}

/** The picture of the camera, and each code that it reads; a reason where it cannot. */
export function ScanCamera({ onNumber, onClose }: ScanCameraProps): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState(cameraFault);
  const notify = useEffectEvent(onNumber);
  useEffect(() => {
    const place = video.current;
    if (!place) return undefined;
    let isShown = true;
    let stop: (() => void) | undefined;
    readByCamera(place, notify).then(
      (end) => {
        if (isShown) stop = end;
        else end();
      },
      (error: unknown) => isShown && setFault(refusedCamera(error)),
    );
    return () => {
      isShown = false;
      stop?.();
    };
  }, []);
  if (fault)
    return (
      <Alert
        type="warning"
        showIcon
        title={fault}
        description="仍可用扫描枪，或在上面输入号码。"
        action={<Button onClick={onClose}>知道了</Button>}
      />
    );
  return (
    <div className="wb-scan-camera">
      <video ref={video} muted playsInline aria-label="摄像头画面，对准条码" />
      <Button size="large" block onClick={onClose}>
        关闭摄像头
      </Button>
    </div>
  );
}
