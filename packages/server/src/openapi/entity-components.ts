import {
  type AnswerSpec,
  BULK_FAILURE_SCHEMA,
  BULK_SUCCESS_SCHEMA,
  BULK_TOTALS_SCHEMA,
  type DocumentForm,
  documentSchemas,
  type Entity,
  type JsonSchema,
  type Manifest,
} from '@quirecms/core'
import { answerHeaders, type HeaderComponent } from './answer-headers.ts'
import { answerTag } from './answer-tag.ts'
import { schemaName, schemaReference } from './component-names.ts'
import { documentReference, isUnfinished, otherForms } from './document-reference.ts'
import { fillIn } from './fill-in.ts'

export function entityComponents(
  entity: Entity,
  manifest: Manifest,
): { schemas: Record<string, JsonSchema>; responses: Record<string, JsonSchema> } {
  const schemas = documentSchemas(entity, manifest, (owner, name) => schemaReference(schemaName(owner, name)))
  return {
    schemas: Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [
        schemaName(entity, name),
        { ...fillIn(schema, entity, manifest), ...otherForms(entity, name as DocumentForm) },
      ]),
    ),
    responses: Object.fromEntries(
      Object.values(entity.operations).flatMap((operation) => {
        const spec = operation.answer
        return isOfEntity(spec)
          ? [[answerName(entity, spec), describeAnswer(entity, spec, answerTag(entity, operation))]]
          : []
      }),
    ),
  }
}

type DocumentAnswer = Exclude<AnswerSpec, { readonly kind: 'value' | 'stream' | 'events' | 'redirect' }>

export function isOfEntity(spec: AnswerSpec): spec is DocumentAnswer {
  return spec.kind === 'results' || ((spec.kind === 'doc' || spec.kind === 'list') && spec.of === undefined)
}

export function answerSchema(
  spec: Exclude<AnswerSpec, { readonly kind: 'stream' | 'events' | 'redirect' }>,
): JsonSchema {
  if (spec.kind === 'value') return spec.schema
  const of = spec.kind === 'results' ? {} : (spec.of ?? {})
  const properties: Record<string, JsonSchema> =
    spec.kind === 'list'
      ? { docs: { type: 'array', items: of }, pagination: { $ref: schemaReference('Pagination') } }
      : { doc: of }
  return { type: 'object', required: Object.keys(properties), properties }
}

/** Returns the name of the response component: `PostsDocument`, `PostsDocumentList`. */
export function answerName(entity: Entity, spec: DocumentAnswer): string {
  const suffix = { doc: '', created: 'Created', unfinished: 'Unfinished', list: 'List', results: 'Results' }[
    kindOf(entity, spec)
  ]
  return schemaName(entity, 'document') + suffix
}

/** A new document's response has more headers, and an unfinished one may lack required values. */
function kindOf(entity: Entity, spec: DocumentAnswer): 'created' | 'unfinished' | DocumentAnswer['kind'] {
  if (isUnfinished(entity, spec)) return 'unfinished'
  return spec.kind === 'doc' && spec.status === 201 ? 'created' : spec.kind
}

function describeAnswer(entity: Entity, spec: DocumentAnswer, tag: HeaderComponent | undefined): JsonSchema {
  const tags = tag === undefined ? [] : [tag]
  const doc = { doc: documentReference(entity, 'document') }
  switch (kindOf(entity, spec)) {
    case 'doc':
      return answer('The document.', doc, ...tags)
    case 'created':
      return answer('The new document.', doc, ...tags, 'Location')
    case 'unfinished':
      return answer(
        'The document, which may lack required values.',
        { doc: documentReference(entity, 'documentUnfinished') },
        ...tags,
      )
    case 'list':
      return listAnswer(entity, tags)
    case 'results':
      return resultsAnswer(entity)
  }
}

function listAnswer(entity: Entity, tags: readonly HeaderComponent[]): JsonSchema {
  const properties = {
    docs: { type: 'array', items: documentReference(entity, 'document') },
    pagination: { $ref: schemaReference('Pagination') },
  }
  return answer('One page of the documents that the actor may read.', properties, ...tags)
}

/** One result per document, in the given order (docs/contract/documents.md#bulk); for a query, the first failures. */
function resultsAnswer(entity: Entity): JsonSchema {
  const succeeded = {
    ...BULK_SUCCESS_SCHEMA,
    properties: { ...BULK_SUCCESS_SCHEMA.properties, doc: documentReference(entity, 'document') },
  }
  const failed = {
    ...BULK_FAILURE_SCHEMA,
    properties: { ...BULK_FAILURE_SCHEMA.properties, error: { $ref: schemaReference('BulkFailure') } },
  }
  const schema = {
    ...BULK_TOTALS_SCHEMA,
    required: ['results', ...BULK_TOTALS_SCHEMA.required],
    properties: {
      results: { type: 'array', items: { oneOf: [succeeded, failed] } },
      ...BULK_TOTALS_SCHEMA.properties,
    },
  }
  return {
    description: 'The outcome for each document, in the given order; with `where`, the first failures.',
    headers: answerHeaders(),
    content: { 'application/json': { schema } },
  }
}

/** A successful response: an object with these members, all required. */
export function answer(
  description: string,
  properties: Record<string, JsonSchema>,
  ...headers: readonly HeaderComponent[]
): JsonSchema {
  const schema = { type: 'object', required: Object.keys(properties), properties }
  return { description, headers: answerHeaders(...headers), content: { 'application/json': { schema } } }
}
