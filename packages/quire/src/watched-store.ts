import type { Metrics, ObjectStore, Watch } from '@quirecms/core'

/** Counts stored files, and reports how long operations take. */
export function watchedStore(store: ObjectStore, metrics: Metrics, watch: Watch | undefined): ObjectStore {
  if (!watch) return store
  const stored = metrics
    .counter({ name: 'files_bytes_total', help: 'Bytes of files that were put into storage.' })
    .of({})
  return {
    workFolder: store.workFolder,
    put: async (key, file, over) => {
      await watch({ kind: 'storage', action: 'put' }, () => store.put(key, file, over))
      stored.add(file.size)
    },
    open: (key, range) => watch({ kind: 'storage', action: 'open' }, () => store.open(key, range)),
    copy: (from, to, over) => watch({ kind: 'storage', action: 'copy' }, () => store.copy(from, to, over)),
    remove: (keys) => watch({ kind: 'storage', action: 'remove' }, () => store.remove(keys)),
    list: () => store.list(),
    check: () => store.check(),
    close: () => store.close(),
  }
}
