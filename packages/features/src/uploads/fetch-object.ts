import { addAbortSignal } from 'node:stream'
import { QuireError } from '@quirecms/core/feature'
import { type FilesAtHand, refuseIfOver } from './file-work.ts'
import type { NamedObject } from './named-objects.ts'

export async function fetchObject(
  { files, work, over }: FilesAtHand,
  object: Pick<NamedObject, 'key' | 'filesize'> | undefined,
): Promise<string> {
  const content = object && (await files.store.open(object.key))
  if (!content) throw new QuireError('conflict', 'The file was changed at the same time. Try again.')
  // The stream may fail before it is read. The reader gets the error later; without a listener, it would end the
  // process.
  content.on('error', () => undefined)
  try {
    if (over) addAbortSignal(over, content)
    const bytes = content as AsyncIterable<Uint8Array>
    return (await work.receive(bytes, object.filesize, async () => undefined)).path
  } catch (error) {
    refuseIfOver(over)
    throw error
  } finally {
    content.destroy()
  }
}
