import { createHash } from 'node:crypto'
import type { Call, Findings, Runtime } from '@quirecms/core/feature'
import type { NamedObject } from './named-objects.ts'
import { objectsOfDocuments } from './objects-of-documents.ts'

/** Reads each file of each document to its end, and compares its length and hash. */
export async function* checkContents({ runtime, entity }: Call): Findings {
  for await (const { document, objects } of objectsOfDocuments(runtime, entity)) {
    for (const object of objects) {
      const message = await differenceOf(runtime, object)
      if (message !== null) yield { place: `${entity.slug} ${document.id}`, message }
    }
  }
}

/** Compares the bytes of an object with its record. Missing objects are reported by `checkObjects`. */
async function differenceOf({ files }: Runtime, { key, filesize, hash }: NamedObject): Promise<string | null> {
  const { store } = await files()
  const restore = 'Restore it from a backup.'
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
      return `Its file ${key} has changed since it was stored. ${restore}`
    return null
  } catch (error) {
    const why = error instanceof Error ? (error.cause instanceof Error ? error.cause : error).message : String(error)
    return `Its file ${key} cannot be read completely: ${why}`
  }
}
