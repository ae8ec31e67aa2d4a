import { answersValue, anyCaller, type Call, type Entity } from '@quirecms/core/feature'
import { limitedFields, operationCapabilities, subjectOf } from '../capabilities/offers.ts'
import { seesJobs } from '../jobs/offers.ts'
import { ACCESS_SCHEMA, type OpenOperations } from './overview-api.ts'

export const accessToAll = answersValue({
  name: 'accessToAll',
  summary: 'Read what you may do everywhere',
  description:
    'The operations that you may use in each collection and global, and the fields that you may not read or filter by. You may not use operations that are not listed. Every operation still checks your rights itself. `jobs`: whether there are jobs that you may see or queue.',
  endpoint: { method: 'POST', path: '', base: 'access' },
  local: { method: 'access', args: ['body'], on: 'application' },
  body: { kind: 'schema', optional: true, schema: { type: 'object', additionalProperties: false, properties: {} } },
  answer: { kind: 'value', status: 200, schema: ACCESS_SCHEMA },
  authorize: anyCaller,
  inEveryScope: true,
  answers: ({ call }) => openAnywhere(call),
})

export async function openAnywhere(
  call: Call,
): Promise<{ collections: OpenBySlug; globals: OpenBySlug; jobs?: boolean }> {
  const { collections, globals } = call.runtime.manifest
  const jobs = await seesJobs({ ...call, entity: call.runtime.manifest.service })
  return {
    collections: await openTo(call, collections),
    globals: await openTo(call, globals),
    ...(jobs !== undefined && { jobs }),
  }
}

type OpenBySlug = Record<string, OpenOperations>

async function openTo(call: Call, entities: Readonly<Record<string, Entity<Call>>>): Promise<OpenBySlug> {
  const open: OpenBySlug = {}
  for (const [slug, entity] of Object.entries(entities)) {
    const own: Call = { ...call, entity }
    const operations = await operationCapabilities(own, await subjectOf(own))
    if (!Object.values(operations).includes(true)) continue
    const fields = await limitedFields(own)
    open[slug] = { operations, ...(fields && { fields }) }
  }
  return open
}
