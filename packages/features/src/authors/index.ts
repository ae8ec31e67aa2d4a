import {
  type Call,
  type Contribution,
  type Feature,
  type FieldDefinition,
  fieldTypes,
  type JsonObject,
  type JsonValue,
  parseJson,
  type Stamp,
} from '@quirecms/core/feature'

/** Fields for the user who created a document and the user who changed it last. Only Quire writes them. */
export const authors: Feature<Call> = {
  name: 'authors',
  options: ['authors'],
  for: ({ options }) => options['authors'] === true,
  adds({ userCollections }): Contribution<Call> {
    const [only, ...others] = userCollections
    const to = only !== undefined && others.length === 0 ? only : userCollections
    const author = (options: object): FieldDefinition => ({
      type: fieldTypes.relationship,
      options: { to, ...options },
      maintained: true,
    })
    return {
      fields: { createdBy: author({ index: true }), updatedBy: author({}) },
      stamp: stampAuthors(others.length > 0),
    }
  },
}

/** Null for changes by the application itself. */
function stampAuthors(isOneOfSeveral: boolean): Stamp<Call> {
  return ({ caller: { actor } }, before) => {
    const author = actor && (isOneOfSeveral ? { relationTo: actor.collection, value: actor.id } : actor.id)
    return { createdBy: before ? formerAuthor(before.json) : author, updatedBy: author }
  }
}

function formerAuthor(json: string): JsonValue {
  return (parseJson(json) as JsonObject)['createdBy'] ?? null
}
