import {
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  Maximize,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import styles from './map.module.css';
import { type MapView, zoomStep } from './use-map-view.ts';

/** For whoever has no wheel and no keyboard at hand. */
export function ZoomButtons({ seen }: { readonly seen: MapView }) {
  const buttons = [
    ['Zoom in', ZoomIn, () => seen.zoom(zoomStep)],
    ['Zoom out', ZoomOut, () => seen.zoom(1 / zoomStep)],
    ['Show all of it', Maximize, seen.fit],
    ['Move left', ChevronLeft, () => seen.moveStep(-1, 0)],
    ['Move right', ChevronRight, () => seen.moveStep(1, 0)],
    ['Move up', ChevronUp, () => seen.moveStep(0, -1)],
    ['Move down', ChevronDown, () => seen.moveStep(0, 1)],
  ] as const;
  return (
    <div className={styles.buttons} role="toolbar" aria-label="What of the map is seen">
      {buttons.map(([name, Icon, act]) => (
        <Button key={name} aria-label={name} title={name} onClick={act}>
          <Icon size={14} aria-hidden />
        </Button>
      ))}
    </div>
  );
}
