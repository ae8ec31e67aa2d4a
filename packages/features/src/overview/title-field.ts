import {
  type Entity,
  type FieldNode,
  type Call,
  type JsonObject,
  forApplication,
  type StoredDocument,
  textIn,
} from '@quirecms/core/feature'

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

/** The name of a user, from a document that the caller has read; null without one. */
export function nameIn(entity: Entity<Call>, user: JsonObject): string | null {
  const naming = namingFieldOf(entity)?.name
  const names = [naming === undefined ? undefined : user[naming], user['email']]
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? null
}

interface Reader {
  readonly language: string | undefined
  readonly isSeen: (field: FieldNode) => boolean
}

/**
 * Name of a document in a mail: its title if the reader may read it, otherwise the label of its collection or global.
 */
export function titleForUser(call: Call, document: StoredDocument | null, { language, isSeen }: Reader): string {
  const { entity } = call
  const naming = entity.kind === 'global' ? undefined : namingFieldOf(entity)
  const title = document && naming && isSeen(naming) ? forApplication(call, document)[naming.name] : undefined
  if (typeof title === 'string' && title !== '') return title
  return textIn(entity.label, language)
}

export function addressInAdmin({ entity: { kind, slug }, runtime }: Call, id: string): string | null {
  const { publicUrl, manifest } = runtime
  if (publicUrl === null || manifest.adminPath === null) return null
  const page = kind === 'global' ? `globals/${slug}` : `collections/${slug}/${id}`
  return `${publicUrl.replace(/\/$/, '')}${manifest.adminPath}/${page}`
}
