import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Foreign } from '../../ui/text.tsx';

const lost =
  'Stack traces then show positions in the code as it ran. Upload it again to undo this.';

type DeleteMapProps = { readonly map: { readonly filename: string; readonly debug_id: string } };

export function DeleteMap({ map }: DeleteMapProps) {
  const { pressEach } = useAct('deleteSourceMaps');
  return (
    <Confirm
      text="Delete"
      disabledBecause={useReadOnlyReason()}
      act={() => pressEach({ query: { debug_id: map.debug_id } })}
      will={
        <>
          The map <Foreign>{map.filename}</Foreign> is deleted. {lost}
        </>
      }
    />
  );
}

export function DeleteRelease({ release }: { readonly release: string }) {
  const { pressEach } = useAct('deleteSourceMaps');
  return (
    <Confirm
      text="Delete all of this release"
      disabledBecause={useReadOnlyReason()}
      act={() => pressEach({ query: { release } })}
      will={
        <>
          All maps of the release <Foreign>{release}</Foreign> are deleted. {lost}
        </>
      }
    />
  );
}
