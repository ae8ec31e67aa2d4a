import type * as ProseMirror from 'prosemirror-model'
import { loadWhenNeeded } from './load-when-needed.ts'
import { SPECIFICATION } from './rich-text-schema.ts'

/**
 * In a file of its own: its types name those of a document in a browser, which a server doesn't have, and applications that check all
 * declarations would have to.
 */
export function proseMirror(): typeof ProseMirror {
  return loadWhenNeeded('prosemirror-model') as typeof ProseMirror
}

export function richTextSchema(): ProseMirror.Schema {
  made ??= new (proseMirror().Schema)(SPECIFICATION as ProseMirror.SchemaSpec)
  return made
}

let made: ProseMirror.Schema | undefined
