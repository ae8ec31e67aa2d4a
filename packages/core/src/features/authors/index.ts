import type { Contribution, Feature } from '../../contracts/contribution.ts'
import type { Stamp } from '../../contracts/document-changes.ts'
import type { FieldDefinition } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { Call } from '../../engine/call.ts'
import { relationship } from '../../fields/relationship.ts'

/** Who made a document, and who changed it last: relationships to users, which only Quire writes. */
export const authors: Feature<Call> = {
  name: 'authors',
  options: ['authors'],
  for: ({ options }) => options['authors'] === true,
  adds({ userCollections }): Contribution<Call> {
    const [only, ...others] = userCollections
    const to = only !== undefined && others.length === 0 ? only : userCollections
    const author = (options: object): FieldDefinition => ({
      type: relationship,
      options: { to, ...options },
      maintained: true,
    })
    return {
      fields: { createdBy: author({ index: true }), updatedBy: author({}) },
      stamp: stampAuthors(others.length > 0),
    }
  },
}

/** What the application does by itself is nobody's work. */
function stampAuthors(isOneOfSeveral: boolean): Stamp<Call> {
  return ({ caller: { actor } }, before) => {
    const author = actor && (isOneOfSeveral ? { relationTo: actor.collection, value: actor.id } : actor.id)
    return { createdBy: before ? formerAuthor(before.json) : author, updatedBy: author }
  }
}

function formerAuthor(json: string): JsonValue {
  return (parseJson(json) as JsonObject)['createdBy'] ?? null
}
