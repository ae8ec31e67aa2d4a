import type * as ProseMirror from 'prosemirror-model'
import { loadWhenNeeded } from './load-when-needed.ts'
import { SPECIFICATION } from './rich-text-schema.ts'

/**
 * Loads ProseMirror. It has a file of its own because its types refer to the DOM, which applications that check all
 * declarations may lack.
 */
export function proseMirror(): typeof ProseMirror {
  return loadWhenNeeded('prosemirror-model') as typeof ProseMirror
}

export function richTextSchema(): ProseMirror.Schema {
  made ??= new (proseMirror().Schema)(SPECIFICATION as ProseMirror.SchemaSpec)
  return made
}

let made: ProseMirror.Schema | undefined
