import { resolve } from 'node:path'
import type { Network } from '@quirecms/files'
import {
  disk,
  type Files,
  type ObjectStore,
  type QuireConfig,
  type StorageConfig,
  type Metrics,
  type Watch,
} from '@quirecms/core'
import type { Instruments } from './instruments.ts'

const DAY = 24 * 3_600_000

export interface LazyFiles {
  readonly open: () => Promise<Files>
  /** 0 while files are not in use. */
  readonly imagesWaiting: () => number
  close(): Promise<void>
}

export function storageOf({ storage }: QuireConfig): StorageConfig {
  return storage ?? disk('./data/uploads')
}

/** Loads file handling on first use: applications without uploads never do. */
export function lazyFiles(
  config: StorageConfig,
  root: string,
  network: Network | undefined,
  { metrics, watch, tracing }: Instruments,
): LazyFiles {
  let ready: Files | undefined
  let opened: Promise<Files> | undefined
  let cleaning: Promise<void> | undefined
  async function openFiles(): Promise<Files> {
    const { diskStore, filesIn, PUBLIC_INTERNET } = await import('@quirecms/files')
    const store: ObjectStore =
      config.kind === 'disk' ? await diskStore(resolve(root, config.path)) : await config.open()
    const usual = network ?? PUBLIC_INTERNET
    const reached = tracing ? { ...usual, headers: () => tracing.outgoing() } : usual
    const files = filesIn(watchedStore(store, metrics, watch), reached)
    ready = files
    // Remove files of crashed processes at the next start.
    cleaning = files.removeAbandoned(new Date(Date.now() - DAY)).catch(() => undefined)
    return files
  }
  return {
    open() {
      // A failed opening is retried on the next use.
      opened ??= openFiles().catch((error: unknown) => {
        opened = undefined
        throw error
      })
      return opened
    },
    imagesWaiting: () => ready?.imagesWaiting ?? 0,
    async close() {
      const files = await opened
      await cleaning
      await files?.store.close()
    },
  }
}

/** Counts stored files, and reports how long operations take. */
function watchedStore(store: ObjectStore, metrics: Metrics, watch: Watch | undefined): ObjectStore {
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
