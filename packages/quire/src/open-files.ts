import { resolve } from 'node:path'
import type { Network } from '@quire/files'
import { disk, type Files, type ObjectStore, type StorageConfig } from '@quire/core'

export interface LazyFiles {
  readonly open: () => Promise<Files>
  close(): Promise<void>
}

/** Loads what deals with files when it is first needed: an application without uploads never pays for it. */
export function lazyFiles(
  config: StorageConfig = disk('./data/uploads'),
  root: string,
  network: Network | undefined,
): LazyFiles {
  let opened: Promise<Files> | undefined
  async function openFiles(): Promise<Files> {
    const { diskStore, filesIn } = await import('@quire/files')
    const store: ObjectStore = config.kind === 'disk' ? diskStore(resolve(root, config.path)) : await config.open()
    return filesIn(store, network)
  }
  return {
    open() {
      // A storage that could not be opened is tried again when it is next needed.
      opened ??= openFiles().catch((error: unknown) => {
        opened = undefined
        throw error
      })
      return opened
    },
    async close() {
      await (await opened)?.store.close()
    },
  }
}
