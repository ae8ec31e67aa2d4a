import { resolve } from 'node:path'
import type { Network } from '@quire/files'
import type { Files, ObjectStore, StorageConfig } from '@quire/core'

const DAY = 24 * 3_600_000

export interface LazyFiles {
  readonly open: () => Promise<Files>
  close(): Promise<void>
}

/** Loads what deals with files when it is first needed: an application without uploads never pays for it. */
export function lazyFiles(config: StorageConfig, root: string, network: Network | undefined): LazyFiles {
  let opened: Promise<Files> | undefined
  let cleaning: Promise<void> | undefined
  async function openFiles(): Promise<Files> {
    const { diskStore, filesIn } = await import('@quire/files')
    const store: ObjectStore =
      config.kind === 'disk' ? await diskStore(resolve(root, config.path)) : await config.open()
    const files = filesIn(store, network)
    // What was under way when a process died goes when the next one starts.
    cleaning = files.removeAbandoned(new Date(Date.now() - DAY)).catch(() => undefined)
    return files
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
      const files = await opened
      await cleaning
      await files?.store.close()
    },
  }
}
