import { QuireError } from '../../contracts/errors.ts'
import type { FieldNode, JoinOptions } from '../../contracts/field.ts'
import type { JsonObject, JsonSchema, JsonValue } from '../../contracts/json.ts'
import { type Call, defineOperation, readerOf } from '../../engine/call.ts'
import { execute } from '../../engine/execute.ts'
import { joinsOf } from '../../engine/read/joins.ts'
import { findForChange } from '../../engine/read/find-document.ts'
import { presentOne } from '../../engine/read/present.ts'
import { requestedPresentation } from '../../engine/read/read-request.ts'
import { inTransaction } from '../../engine/unit-of-work.ts'
import { targetOf } from '../../engine/write/references.ts'
import { nodeAt } from '../../manifest/check-joins.ts'
import { PRESENTATION } from '../../query/parameters.ts'

const MOST_CHANGES = 100

const IDS: JsonSchema = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: 128 },
  maxItems: MOST_CHANGES,
}

/**
 * Points far documents here, or away (contract 10). Each addition and removal is an update of the far document, with its own access
 * check and revision; all of them in one transaction.
 */
export const changeJoin = defineOperation({
  name: 'changeJoin',
  summary: 'Add documents to a join, and remove them from it',
  endpoint: { method: 'PATCH', path: '/{id}/joins/{field}' },
  local: { method: 'changeJoin', args: ['id', 'params.field', 'body'] },
  parameters: PRESENTATION,
  body: {
    kind: 'schema',
    schema: {
      type: 'object',
      properties: { additions: IDS, removals: IDS },
      additionalProperties: false,
    },
  },
  ifMatch: true,
  answer: { kind: 'doc', status: 200 },
  async run(call) {
    const presentation = requestedPresentation(call)
    const { join, relationship } = findJoin(call)
    const { additions = [], removals = [] } = call.input.body as { additions?: string[]; removals?: string[] }
    checkLists(additions, removals)
    const stored = await inTransaction(call.runtime.storage, call.caller.context, async () => {
      const near = await findForChange(call, 'update')
      for (const [index, id] of additions.entries())
        await point(call, join, relationship, id, near.id, `additions.${index}`)
      for (const [index, id] of removals.entries())
        await unpoint(call, join, relationship, id, near.id, `removals.${index}`)
      return near
    })
    return { kind: 'doc', doc: await presentOne(call, stored, presentation) }
  },
})

/** The writable join that the path names; for all others the route does not exist. */
function findJoin({ entity, input, runtime }: Call): { join: JoinOptions; relationship: FieldNode } {
  const node = joinsOf(entity).find((one) => one.path === input.params['field'] && one.join.writable && !one.hidden)
  const far = node && runtime.manifest.collections[node.join.collection]
  const relationship = far && nodeAt(far.fields, node.join.on)
  if (!node || !relationship) throw new QuireError('not_found', 'There is nothing at this path.')
  return { join: node.join, relationship }
}

function checkLists(additions: readonly string[], removals: readonly string[]): void {
  const issues: { code: 'unique' | 'max_rows'; path: string; message: string }[] = []
  const seen = new Set<string>()
  for (const [name, ids] of Object.entries({ additions, removals })) {
    for (const [index, id] of ids.entries()) {
      if (seen.has(id)) issues.push({ code: 'unique', path: `${name}.${index}`, message: 'Is named twice.' })
      seen.add(id)
    }
  }
  if (additions.length + removals.length > MOST_CHANGES) {
    const message = `At most ${MOST_CHANGES} additions and removals in all.`
    issues.push({ code: 'max_rows', path: additions.length > 0 ? 'additions' : 'removals', message })
  }
  if (issues.length > 0) throw new QuireError('validation', 'The request is not valid.', { issues })
}

async function point(
  call: Call,
  join: JoinOptions,
  node: FieldNode,
  farId: string,
  nearId: string,
  path: string,
): Promise<void> {
  const value: JsonValue = node.storedAs === 'pair' ? { relationTo: call.entity.slug, value: nearId } : nearId
  await updateFar(call, join, node, farId, path, (current) => {
    if (!node.many) return value
    const list = Array.isArray(current) ? current : []
    return list.some((one) => pointsTo(call, node, one, nearId)) ? list : [...list, value]
  })
}

async function unpoint(
  call: Call,
  join: JoinOptions,
  node: FieldNode,
  farId: string,
  nearId: string,
  path: string,
): Promise<void> {
  await updateFar(call, join, node, farId, path, (current) => {
    if (Array.isArray(current)) return current.filter((one) => !pointsTo(call, node, one, nearId))
    return pointsTo(call, node, current, nearId) ? null : (current ?? null)
  })
}

function pointsTo(call: Call, node: FieldNode, value: JsonValue | undefined, id: string): boolean {
  const target = targetOf(node, value)
  return target?.id === id && target.collection === call.entity.slug
}

/** An ordinary update of the far document, for the same caller; what is wrong with it is said of the entry that named it. */
async function updateFar(
  call: Call,
  join: JoinOptions,
  node: FieldNode,
  id: string,
  path: string,
  change: (current: JsonValue | undefined) => JsonValue,
): Promise<void> {
  const { runtime, caller, input } = call
  const far = runtime.manifest.collections[join.collection]
  const stored = far && (await readerOf(call).get(far.table.name, id))
  const current = stored ? storedValue(call, node, JSON.parse(stored.json) as JsonObject) : undefined
  const query = input.query['locale'] === undefined ? {} : { locale: input.query['locale'] }
  try {
    if (!far) throw new QuireError('not_found', 'There is no such document.')
    await execute(runtime, far, 'update', { id, body: { [node.name]: change(current) }, query, params: {} }, caller)
  } catch (error) {
    if (!(error instanceof QuireError) || (error.code !== 'not_found' && error.code !== 'validation')) throw error
    const issue = { code: error.issues?.[0]?.code ?? 'not_found', path, message: error.message } as const
    throw new QuireError('validation', 'The request is not valid.', { issues: [issue], cause: error })
  }
}

function storedValue({ locale, runtime }: Call, node: FieldNode, data: JsonObject): JsonValue | undefined {
  const value = data[node.name]
  if (!node.localized || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const code = locale && !locale.all ? locale.locale : runtime.manifest.localization?.defaultLocale
  return code === undefined ? undefined : value[code]
}
