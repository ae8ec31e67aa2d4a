import { documentSchemas, type Entity, formsOf, type JsonSchema, type Manifest } from '@quire/core'
import { schemaName, schemaReference } from './component-names.ts'

/** The schemas of an entity's documents, and the answers that hold them. */
export function entityComponents(
  entity: Entity,
  manifest: Manifest,
): { schemas: Record<string, JsonSchema>; responses: Record<string, JsonSchema> } {
  const schemas = documentSchemas(entity, manifest, (owner, name) => schemaReference(schemaName(owner, name)))
  const answers = new Set(Object.values(entity.operations).map((operation) => operation.answer.kind))
  return {
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [schemaName(entity, name), schema])),
    responses: {
      ...(answers.has('doc') && { [answerName(entity, 'doc')]: docAnswer(entity) }),
      ...(answers.has('list') && { [answerName(entity, 'list')]: listAnswer(entity) }),
      ...(answers.has('results') && { [answerName(entity, 'results')]: resultsAnswer(entity) }),
    },
  }
}

/** The name of a response that holds documents of the entity: `PostsDocument`, `PostsDocumentList`. */
export function answerName(entity: Entity, kind: 'doc' | 'list' | 'results'): string {
  return schemaName(entity, 'document') + { doc: '', list: 'List', results: 'Results' }[kind]
}

/** A document in one of its forms: in one locale, or, where the call may ask for it, in all of them. */
export function documentReference(
  entity: Entity,
  form: 'document' | 'create' | 'update',
  takesLocale: boolean,
): JsonSchema {
  const names = formsOf(entity).filter((name) => name === form || (takesLocale && name === `${form}AllLocales`))
  const references = names.map((name) => ({ $ref: schemaReference(schemaName(entity, name)) }))
  return references.length === 1 && references[0] ? references[0] : { anyOf: references }
}

function docAnswer(entity: Entity): JsonSchema {
  return answer('The document.', { doc: documentReference(entity, 'document', true) }, true)
}

function listAnswer(entity: Entity): JsonSchema {
  return answer('One page of the documents that the actor may read.', {
    docs: { type: 'array', items: documentReference(entity, 'document', true) },
    pagination: { $ref: schemaReference('Pagination') },
  })
}

/** Each document in its own transaction, in the order given (contract 7). */
function resultsAnswer(entity: Entity): JsonSchema {
  const id = { type: 'string' }
  const count = { type: 'integer', minimum: 0 }
  const succeeded = {
    type: 'object',
    required: ['id', 'ok'],
    properties: { id, ok: { const: true }, doc: documentReference(entity, 'document', false) },
  }
  const failed = {
    type: 'object',
    required: ['id', 'ok', 'error'],
    properties: { id, ok: { const: false }, error: { $ref: schemaReference('BulkFailure') } },
  }
  return answer('What became of each document, in the order given.', {
    results: { type: 'array', items: { oneOf: [succeeded, failed] } },
    succeeded: count,
    failed: count,
  })
}

/** A success: an object of these members, all of them there. */
export function answer(description: string, properties: Record<string, JsonSchema>, hasRevision = false): JsonSchema {
  const schema = { type: 'object', required: Object.keys(properties), properties }
  return { description, headers: answerHeaders(hasRevision), content: { 'application/json': { schema } } }
}

export function answerHeaders(hasRevision = false): JsonSchema {
  return {
    'X-Request-ID': { $ref: '#/components/headers/X-Request-ID' },
    ...(hasRevision && { ETag: { $ref: '#/components/headers/ETag' } }),
  }
}
