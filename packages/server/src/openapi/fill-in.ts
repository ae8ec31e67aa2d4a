import { describedValue, type DescribedValue, type Entity, type JsonSchema, type Manifest } from '@quirecms/core'
import { schemaName, schemaReference } from './component-names.ts'
import { keyScopesSchema } from './key-scopes-schema.ts'
import { documentReference, inputReference } from './document-reference.ts'

/** Replaces the placeholders in schemas of operations and field types by schemas of this application. */
export function fillIn(schema: JsonSchema, entity: Entity, manifest: Manifest, takesLocale = false): JsonSchema {
  const schemaOf: Readonly<Record<DescribedValue, () => JsonSchema>> = {
    document: () => documentReference(entity, 'document'),
    create: () => inputReference(entity, 'create', takesLocale),
    update: () => inputReference(entity, 'update', takesLocale),
    content: () => documentReference(entity, 'content'),
    user: () => userSchema(entity, manifest),
    locale: () => localeSchema(manifest),
    otherLocale: () => ({ ...localeSchema(manifest), examples: manifest.localization?.locales.slice(1, 2) ?? [] }),
    password: () => passwordSchema(entity, manifest),
    issue: () => ({ $ref: schemaReference('Issue') }),
    errorCode: () => ({ $ref: schemaReference('ErrorCode') }),
    keyScopes: () => keyScopesSchema(manifest),
    where: () => ({ $ref: schemaReference('Where') }),
    pagination: () => ({ $ref: schemaReference('Pagination') }),
    richTextNode: () => ({ $ref: schemaReference('RichTextNode') }),
    richTextLeaf: () => ({ $ref: schemaReference('RichTextLeaf') }),
  }
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace)
    if (typeof value !== 'object' || value === null) return value
    const mark = describedValue(value as JsonSchema)
    if (mark === undefined)
      return Object.fromEntries(Object.entries(value).map(([keyword, inner]) => [keyword, replace(inner)]))
    const { description } = value as JsonSchema
    return { ...schemaOf[mark](), ...(description !== undefined && { description }) }
  }
  return replace(schema) as JsonSchema
}

function localeSchema({ localization }: Manifest): JsonSchema {
  return { type: 'string', enum: localization?.locales ?? [] }
}

function authCollections(entity: Entity, { collections }: Manifest): Entity[] {
  return entity.auth ? [entity] : Object.values(collections).filter(({ auth }) => auth !== null)
}

/** A user of this collection or, if the operation belongs to none, of any collection with users. */
function userSchema(entity: Entity, manifest: Manifest): JsonSchema {
  const references = authCollections(entity, manifest).map((one) => ({
    $ref: schemaReference(schemaName(one, 'document')),
  }))
  return references.length === 1 && references[0] ? references[0] : { anyOf: references }
}

function passwordSchema(entity: Entity, manifest: Manifest): JsonSchema {
  const limits = authCollections(entity, manifest).flatMap(({ auth }) => auth?.password ?? [])
  return {
    type: 'string',
    format: 'password',
    minLength: Math.min(...limits.map(({ min }) => min)),
    maxLength: Math.max(...limits.map(({ max }) => max)),
  }
}
