import {
  currentActor,
  type Caller,
  chooseLocale,
  type OperationInput,
  QuireError,
  type Runtime,
} from '@quirecms/core/feature'
import { askedChanges } from './asked-changes.ts'
import { feedOf } from './feed.ts'
import { follow } from './follow.ts'
import { noFeed } from './no-feed.ts'
import type { ToldChange } from './present-changes.ts'

const RECHECK = 30_000
const NEVER = new AbortController().signal

export interface FollowedInProcess {
  readonly signal?: AbortSignal | undefined
  readonly onReady?: ((next: string) => void) | undefined
}

/** The feed for code of the same process, until the code leaves the loop or the application stops. */
export async function* changesInProcess(
  runtime: Runtime,
  caller: Caller,
  query: OperationInput['query'],
  { signal = NEVER, onReady }: FollowedInProcess,
): AsyncGenerator<ToldChange, void, undefined> {
  const { manifest } = runtime
  const operation = manifest.service.operations['readChanges']
  if (!operation) throw noFeed()
  const locale = chooseLocale(manifest.localization, query)
  const asked = askedChanges({
    runtime,
    entity: manifest.service,
    operation,
    caller,
    input: { query, params: {} },
    locale,
  })
  const callerNow = async (): Promise<Caller> => {
    const { actor } = caller
    if (!actor || !manifest.collections[actor.collection]?.loadActor) return caller
    return { ...caller, actor: await currentActor(runtime, actor.collection, actor.id) }
  }
  const { stopping } = runtime
  const following = { asked, caller, callerNow, gone: signal, stopping, times: null, recheck: RECHECK }
  for await (const one of follow(feedOf(runtime), following)) {
    if (one.kind === 'changes') yield* one.changes
    else if (one.kind === 'ready') onReady?.(one.next)
    else if (one.kind === 'gap') {
      const { first, next } = one
      throw new QuireError('invalid_state', 'Changes are missing in the feed. Read everything again.', {
        feed: { first, next },
      })
    } else if (one.kind === 'end' && one.reason === 'credential')
      throw new QuireError('unauthenticated', 'The user of this call may no longer follow changes.')
  }
}
