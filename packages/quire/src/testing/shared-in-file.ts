import { afterAll } from 'vitest'

interface Shared {
  readonly key: readonly unknown[]
  readonly value: Promise<{ close(): Promise<void> }>
}

const shared: Shared[] = []

/**
 * Starts something once for all tables of a test file with the same key, because starting an application takes longer
 * than most tables. It starts when it is first needed, and is closed at the end of the file.
 */
export function sharedInFile<Value extends { close(): Promise<void> }>(
  key: readonly unknown[],
  start: () => Promise<Value>,
): () => Promise<Value> {
  afterAll(closeAll)
  return () => {
    const same = shared.find((one) => one.key.length === key.length && one.key.every((part, at) => part === key[at]))
    if (same) return same.value as Promise<Value>
    const value = start()
    shared.push({ key, value })
    return value
  }
}

async function closeAll(): Promise<void> {
  // If it could not start, its tests have failed already.
  for (const { value } of shared.splice(0)) await value.then((one) => one.close()).catch(() => undefined)
}
