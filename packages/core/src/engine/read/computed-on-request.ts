import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { Selection } from '../../query/parse-select.ts'
import { type Call, localeCode } from '../call.ts'

/** How documents were requested. */
interface ReadOptions {
  readonly selection: Selection | null
  readonly isPopulated: true | undefined
}

/** Computes fields that are only read when selected or populated. */
export function computeRequested(
  call: Call,
  fields: readonly FieldNode[],
  stored: readonly StoredDocument[],
  docs: readonly JsonObject[],
  asked: ReadOptions,
): void {
  const wanted = fields.filter(({ name }) => isWanted(name, asked))
  if (wanted.length === 0) return
  const { actor } = call.caller
  const locale = localeCode(call)
  for (const [index, document] of stored.entries()) {
    const target = docs[index]
    if (!target) continue
    const doc = parseJson(document.json) as JsonObject
    for (const { name, type, options } of wanted)
      target[name] = type.compute({ doc, actor, locale }, options) as JsonValue
  }
}

function isWanted(name: string, { selection, isPopulated }: ReadOptions): boolean {
  const isNamed = selection !== null && Object.hasOwn(selection.tree, name)
  return selection?.mode === 'include' ? isNamed : isPopulated === true && !isNamed
}
