import { addAbortSignal } from 'node:stream'
import { QuireError } from '../../contracts/errors.ts'
import type { FilesAtHand } from './file-work.ts'
import type { NamedObject } from './named-objects.ts'

/** An object, as a file of this machine. */
export async function fetchObject(
  { files, work, over }: FilesAtHand,
  object: Pick<NamedObject, 'key' | 'filesize'> | undefined,
): Promise<string> {
  const content = object && (await files.store.open(object.key))
  if (!content) throw new QuireError('conflict', 'The file was changed at the same time. Try again.')
  try {
    if (over) addAbortSignal(over, content)
    const bytes = content as AsyncIterable<Uint8Array>
    return (await work.receive(bytes, object.filesize, async () => undefined)).path
  } finally {
    content.destroy()
  }
}
