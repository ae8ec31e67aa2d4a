import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'

/** What documents are usually named by, the best first. */
const TITLES = ['title', 'name', 'label', 'headline', 'subject', 'filename', 'email']

/** The field that names the documents of a collection: the one that the configuration says, or one with a telling name. */
export function titleFieldOf({ fields, presentation }: Pick<Entity, 'fields' | 'presentation'>): FieldNode | undefined {
  const named = presentation && 'title' in presentation ? presentation.title : undefined
  const candidates = typeof named === 'string' ? [named] : TITLES
  for (const name of candidates) {
    const node = fields.find((one) => one.name === name)
    if (node?.structure === 'value' && node.storedAs === 'text' && !node.hidden) return node
  }
  return undefined
}

/**
 * The same, and if there is none, the first text: people know a document by it, though it may not be worth a search. Every file has the
 * name of its file, and is known by that unless the configuration says otherwise: not every one has a title.
 */
export function namingFieldOf(entity: Pick<Entity, 'fields' | 'presentation' | 'operations'>): FieldNode | undefined {
  const isNamed = entity.presentation !== null && 'title' in entity.presentation
  const file =
    entity.operations['readFile'] && !isNamed ? entity.fields.find(({ name }) => name === 'filename') : undefined
  return file ?? titleFieldOf(entity) ?? entity.fields.find(isPlainText)
}

/** No date, address or choice, whose texts name nothing. */
function isPlainText({ structure, storedAs, many, hidden, targets, type, options }: FieldNode): boolean {
  if (structure !== 'value' || storedAs !== 'text' || many || hidden || targets.length > 0) return false
  const { format, pattern, enum: choices } = type.schema(options)
  return format === undefined && pattern === undefined && choices === undefined
}
