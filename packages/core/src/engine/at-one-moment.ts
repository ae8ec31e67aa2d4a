import type { Runtime } from './call.ts'

/** For what reads everything: `work` gets an application whose reads all see the same moment, whoever writes meanwhile. */
export function atOneMoment<T>(runtime: Runtime, work: (seen: Runtime) => Promise<T>): Promise<T> {
  const { storage } = runtime
  return storage.snapshot((reader) => work({ ...runtime, storage: { ...storage, reader } }))
}
