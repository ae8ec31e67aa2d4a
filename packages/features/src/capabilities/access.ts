import { answersValue, anyCaller, type Call, type JsonSchema } from '@quirecms/core/feature'
import { CAPABILITIES_SCHEMA } from './access-api.ts'
import { fieldCapabilities } from './fields.ts'
import { operationCapabilities } from './operations.ts'
import { subjectOf } from './subject.ts'

/** Not validated: forms ask before they are complete. */
const DATA: JsonSchema = {
  type: 'object',
  additionalProperties: true,
  description:
    'The fields that you are about to write, complete or not. Access rules get them; they are not validated.',
}

const COMMON = {
  name: 'access',
  summary: 'Read what you may do here',
  description:
    'Returns the operations and fields that you may use, in general or for one document, so that you can show the right controls. Every operation still checks your rights itself.',
  endpoint: { method: 'POST', path: '', base: 'access' },
  local: { method: 'access', args: ['body'] },
  answer: { kind: 'value', status: 200, schema: CAPABILITIES_SCHEMA },
  authorize: anyCaller,
  inEveryScope: true,
  answers: capabilities,
} as const

export const collectionAccess = answersValue({
  ...COMMON,
  body: {
    kind: 'schema',
    optional: true,
    asksLikeQuery: true,
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: { id: { type: 'string', maxLength: 128 }, data: DATA },
    },
  },
})

export const globalAccess = answersValue({
  ...COMMON,
  body: {
    kind: 'schema',
    optional: true,
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: { data: DATA },
    },
  },
})

/** Asks the same rules as the operations do. */
async function capabilities({ call }: { readonly call: Call }) {
  const subject = await subjectOf(call)
  const operations = await operationCapabilities(call, subject)
  // A caller who may not change a document learns nothing about its newest content, not even that it exists.
  const asked = operations['update'] ? subject : { ...subject, changed: subject.seen }
  return { operations, fields: await fieldCapabilities(call, asked) }
}
