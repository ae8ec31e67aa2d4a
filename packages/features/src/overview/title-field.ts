import type { Entity, FieldNode } from '@quirecms/core/feature'

/** Usual names of title fields, the best first. */
const TITLES = ['title', 'name', 'label', 'headline', 'subject', 'filename', 'email']

/** Title field of a collection: the configured one, or one with a usual name. */
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
 * The title field or else the first plain text field, which names a document even where searching it is not
 * worthwhile. In upload collections, the file name, unless a title field is configured: not every file has a title.
 */
export function namingFieldOf(entity: Pick<Entity, 'fields' | 'presentation' | 'operations'>): FieldNode | undefined {
  const isNamed = entity.presentation !== null && 'title' in entity.presentation
  const file =
    entity.operations['readFile'] && !isNamed ? entity.fields.find(({ name }) => name === 'filename') : undefined
  return file ?? titleFieldOf(entity) ?? entity.fields.find(isPlainText)
}

/** Excludes dates, addresses and choices. */
function isPlainText({ structure, storedAs, many, hidden, targets, type, options }: FieldNode): boolean {
  if (structure !== 'value' || storedAs !== 'text' || many || hidden || targets.length > 0) return false
  const { format, pattern, enum: choices } = type.schema(options)
  return format === undefined && pattern === undefined && choices === undefined
}
