import type { CopyDatabase } from '../contracts/storage.ts'
import type { Runtime } from './call.ts'

/** Runs `work` on a read snapshot: all its reads see the same state, despite concurrent writes. */
export function atOneMoment<T>(runtime: Runtime, work: (seen: Runtime) => Promise<T>): Promise<T> {
  const { storage } = runtime
  return storage.snapshot((reader) => work({ ...runtime, storage: { ...storage, reader } }))
}

/** The same for a backup, which may also copy the snapshot; `copy` is null if it can only be read. */
export function atMomentOf<T>(
  runtime: Runtime,
  work: (seen: Runtime, copy: CopyDatabase | null) => Promise<T>,
): Promise<T> {
  const { storage } = runtime
  if (!storage.whole) return atOneMoment(runtime, (seen) => work(seen, null))
  return storage.whole.snapshot((reader, copy) => work({ ...runtime, storage: { ...storage, reader } }, copy))
}
