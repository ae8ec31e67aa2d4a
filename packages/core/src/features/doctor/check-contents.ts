import { createHash } from 'node:crypto'
import type { Runtime } from '../../engine/call.ts'
import { type NamedObject, objectsOfDocuments } from '../uploads/offers.ts'
import type { Findings } from '../../contracts/finding.ts'

/** Reads every file that a document names to its end: it is as long as it was, and its bytes are the same. */
export async function* checkContents(runtime: Runtime): Findings {
  for (const entity of Object.values(runtime.manifest.collections)) {
    if (!entity.usesFiles) continue
    for await (const { document, objects } of objectsOfDocuments(runtime, entity)) {
      for (const object of objects) {
        const message = await differenceOf(runtime, object)
        if (message !== null) yield { place: `${entity.slug} ${document.id}`, message }
      }
    }
  }
}

/** What is wrong with the bytes of an object. One that is missing is for the other check to tell. */
async function differenceOf({ files }: Runtime, { key, filesize, hash }: NamedObject): Promise<string | null> {
  const { store } = await files()
  const restore = 'Bring it back from a backup.'
  try {
    const content = await store.open(key)
    if (!content) return null
    const digest = createHash('sha256')
    let size = 0
    for await (const chunk of content as AsyncIterable<Uint8Array>) {
      digest.update(chunk)
      size += chunk.length
    }
    if (size !== filesize) return `Its file ${key} has ${size} bytes, but should have ${filesize}. ${restore}`
    if (hash !== null && digest.digest('hex') !== hash)
      return `Its file ${key} has other bytes than those that were stored. ${restore}`
    return null
  } catch (error) {
    const why = error instanceof Error ? (error.cause instanceof Error ? error.cause : error).message : String(error)
    return `Its file ${key} cannot be read to its end: ${why}`
  }
}
