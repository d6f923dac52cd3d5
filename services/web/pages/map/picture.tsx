import { memo, type RefObject, useCallback, useRef, useState } from 'react';
import { Edge } from './edge.tsx';
import { type Chosen, callerId, type Graph, idOfEdge, idOfNode } from './graph.ts';
import styles from './map.module.css';
import { mapKeys } from './map-keys.ts';
import { Node } from './node.tsx';
import type { Layout, Point } from './places.ts';
import { type Act, relatedTo } from './use-choice.ts';
import { useDrag } from './use-drag.ts';
import { useMapView } from './use-map-view.ts';
import { ZoomButtons } from './zoom-buttons.tsx';

type PictureProps = {
  readonly graph: Graph;
  readonly layout: Layout;
  readonly chosen: Chosen | undefined;
  readonly wanted: string;
  readonly onChoose: Act;
};

type BoxedProps = PictureProps & { readonly box: RefObject<SVGSVGElement | null> };

/** The map as a picture that can be moved and looked at closely. */
export function Picture({ box, ...props }: BoxedProps) {
  const { graph, layout, chosen } = props;
  // Of the first look alone: what is chosen later is seen already, and a refresh must not move the picture.
  const [startId] = useState(() => startOf(graph, chosen));
  const seen = useMapView(box, layout, layout.nodes.get(startId) ?? corner);
  const { view, size } = seen;
  const show = useRef(seen.show);
  show.current = seen.show;
  const onFocus = useCallback((at: Point) => show.current(at), []);
  return (
    <div className={styles.picture}>
      {/* biome-ignore lint/a11y/useSemanticElements: a picture is no set of fields. */}
      <svg
        ref={box}
        className={styles.canvas}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows, + and - move what is seen of it.
        tabIndex={0}
        aria-label="Service map. Arrow keys move it, + and - zoom, 0 shows all of it."
        viewBox={`${view.x} ${view.y} ${size.width / view.scale} ${size.height / view.scale}`}
        onKeyDown={mapKeys(seen, props.chosen && (() => props.onChoose(undefined)))}
        {...useDrag(seen.move)}
      >
        <Drawing {...props} isLabelled={view.scale >= labelScale} onFocus={onFocus} />
      </svg>
      <ZoomButtons seen={seen} />
    </div>
  );
}

const corner: Point = { x: 0, y: 0 };

/** What a link is about, or what is called most. */
function startOf(graph: Graph, chosen: Chosen | undefined): string {
  if (chosen === undefined) return graph.nodes.keys().next().value ?? '';
  return chosen.kind === 'node' ? idOfNode(chosen.node) : callerId(chosen.edge);
}

const labelScale = 0.55;

type DrawingProps = PictureProps & {
  readonly isLabelled: boolean;
  readonly onFocus: (at: Point) => void;
};

/** Apart, as moving the picture changes nothing in it. */
const Drawing = memo(function Drawing(props: DrawingProps) {
  const { graph, layout, chosen, wanted, onChoose, isLabelled, onFocus } = props;
  const related = relatedTo(graph, chosen);
  const isFar = (id: string): boolean => related !== undefined && !related.has(id);
  const isOther = (name: string): boolean => !name.toLowerCase().includes(wanted.toLowerCase());
  const chosenId = idOf(chosen);
  const edges = [...graph.edges].map(([id, edge]) => {
    const place = layout.edges.get(id);
    const isDimmed = isFar(id) || (isOther(edge.caller) && isOther(edge.callee));
    const shared = { edge, isDimmed, isLabelled, isChosen: id === chosenId, onChoose };
    return place && <Edge key={id} place={place} {...shared} />;
  });
  const nodes = [...graph.nodes].map(([id, node]) => {
    const at = layout.nodes.get(id);
    const isDimmed = isFar(id) || isOther(node.name);
    const shared = { node, isDimmed, isChosen: id === chosenId, onChoose };
    return at && <Node key={id} at={at} onFocus={onFocus} {...shared} />;
  });
  return (
    <>
      {edges}
      {nodes}
    </>
  );
});

function idOf(chosen: Chosen | undefined): string | undefined {
  if (chosen === undefined) return undefined;
  return chosen.kind === 'node' ? idOfNode(chosen.node) : idOfEdge(chosen.edge);
}
