import { type ObjectStore, QuireError } from '@quirecms/core'

/**
 * System errors of a disk that is full, missing, broken or not accessible: neither the request nor the program is at
 * fault.
 */
const OF_THE_MACHINE = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'EMFILE',
  'ENFILE',
  'ESTALE',
  'EBUSY',
])

/** sharp passes on system errors as text only. */
const IN_WORDS =
  /system error: (?:No space left|Disk quota exceeded|Read-only file|Input\/output error|No such file|Permission denied)/

/** Maps system errors of writing to 503 `unavailable`. */
export async function orUnavailable<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { code, message = '' } = error as { code?: unknown; message?: string }
    if (OF_THE_MACHINE.has(String(code)) || IN_WORDS.test(message)) throw unavailable(error)
    throw error
  }
}

/** Wraps a store for requests: every error while storing or reading becomes 503 `unavailable`. */
export function answerable(store: ObjectStore): ObjectStore {
  return {
    workFolder: store.workFolder,
    put: (key, file, over) => guarded(() => store.put(key, file, over)),
    open: (key, range) => guarded(() => store.open(key, range)),
    copy: (from, to, over) => guarded(() => store.copy(from, to, over)),
    remove: (keys) => store.remove(keys),
    list: () => store.list(),
    check: () => store.check(),
    close: () => store.close(),
  }
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof QuireError ? error : unavailable(error)
  }
}

export function unavailable(cause: unknown): QuireError {
  const message = 'Files cannot be stored or read at the moment. Try again later.'
  return new QuireError('unavailable', message, { retryAfter: 5, cause })
}
