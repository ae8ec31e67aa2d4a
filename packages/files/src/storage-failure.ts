import { type ObjectStore, QuireError } from '@quirecms/core'

/** What the machine says where the disk is full, gone, worn out or not ours: no fault of the request, and none of the program. */
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

/** Sharp passes on what the system said as text alone. */
const IN_WORDS =
  /system error: (?:No space left|Disk quota exceeded|Read-only file|Input\/output error|No such file|Permission denied)/

/** Runs what writes files of this machine: if that cannot be done now, it is 503 `unavailable`. */
export async function orUnavailable<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { code, message = '' } = error as { code?: unknown; message?: string }
    if (OF_THE_MACHINE.has(String(code)) || IN_WORDS.test(message)) throw unavailable(error)
    throw error
  }
}

/** The same store, for whoever answers requests: where it fails, whatever it is, files cannot be had at the moment. */
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

/** Where files can be neither stored nor read, for the time being. */
export function unavailable(cause: unknown): QuireError {
  const message = 'Files cannot be stored or read at the moment. Try again later.'
  return new QuireError('unavailable', message, { retryAfter: 5, cause })
}
