import { type Call, type FieldNode, forApplication, type StoredDocument, textIn } from '@quirecms/core/feature'
import { namingFieldOf } from './title-field.ts'

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
