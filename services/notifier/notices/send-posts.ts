import type { Sender } from '../../../platform/outbound/request.ts';
import type { EventId } from '../../../schemas/ids.ts';
import type { Delivered } from '../core/delivered.ts';
import type { NoticeRequest } from '../core/notices/posts/post.ts';
import { type PostDependencies, sendPost } from '../send-post.ts';
import type { Progress } from './progress.ts';

/** Sends the requests of a notice one after the other, except those that succeeded before; the first failure is that of the notice. */
export async function sendPosts(
  { id, requests }: { readonly id: EventId; readonly requests: readonly NoticeRequest[] },
  sender: Sender,
  { progress, ...dependencies }: PostDependencies & { readonly progress: Progress },
): Promise<Delivered> {
  for (const { name, ...request } of requests) {
    if (progress.isDone(id, name)) continue;
    const delivered = await sendPost({ id, ...request }, sender, dependencies);
    if (delivered.kind === 'failed') {
      if (delivered.final) progress.forget(id);
      return delivered;
    }
    if (requests.length > 1) progress.done(id, name);
  }
  progress.forget(id);
  return { kind: 'settled' };
}
