import { useSyncExternalStore } from 'react'
import { collection } from '../../data/client.ts'
import type { Input } from '../../data/document.ts'
import { queryClient } from '../../data/query-client.ts'
import { refreshCollection } from '../../data/use-documents.ts'

/** A file that is being uploaded. Uploads continue on other screens. */
export interface UploadItem {
  readonly key: string
  readonly collection: string
  readonly file: File
  readonly data: Input
  readonly state: 'waiting' | 'sending' | 'done' | 'failed'
  readonly progress: number
  readonly error?: unknown
  readonly id?: string
}

/** More parallel uploads would share the same bandwidth. */
const AT_ONCE = 3

let items: readonly UploadItem[] = []
const listeners = new Set<() => void>()
const running = new Map<string, AbortController>()

function set(changed: readonly UploadItem[]): void {
  items = changed
  for (const listener of listeners) listener()
}

function change(key: string, changes: Partial<UploadItem>): void {
  set(items.map((item) => (item.key === key ? { ...item, ...changes } : item)))
}

export function useUploads(): readonly UploadItem[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => items,
  )
}

export function enqueueUploads(slug: string, files: readonly { readonly file: File; readonly data: Input }[]): void {
  const added = files.map(({ file, data }) => ({
    key: crypto.randomUUID(),
    collection: slug,
    file,
    data,
    state: 'waiting' as const,
    progress: 0,
  }))
  set([...items, ...added])
  next()
}

export function retryUpload(key: string): void {
  change(key, { state: 'waiting', progress: 0, error: undefined })
  next()
}

/** Aborts and removes an upload. */
export function cancelUpload(key: string): void {
  running.get(key)?.abort()
  set(items.filter((item) => item.key !== key))
}

export function dismissUploads(): void {
  set(items.filter(({ state }) => state === 'waiting' || state === 'sending'))
}

function next(): void {
  for (const item of items) {
    if (running.size >= AT_ONCE) return
    if (item.state === 'waiting') void send(item)
  }
}

async function send({ key, collection: slug, file, data }: UploadItem): Promise<void> {
  const controller = new AbortController()
  running.set(key, controller)
  change(key, { state: 'sending' })
  try {
    const doc = await collection(slug).create(
      { ...data, file },
      {
        signal: controller.signal,
        onProgress: ({ loaded, total }) => change(key, { progress: total === null ? 0 : loaded / total }),
      },
    )
    change(key, { state: 'done', progress: 1, id: doc.id })
  } catch (error) {
    change(key, { state: 'failed', error })
  } finally {
    running.delete(key)
    next()
    void refreshCollection(queryClient, slug)
  }
}
