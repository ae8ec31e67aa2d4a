import {
  type Call,
  changesDocument,
  deniedPaths,
  execute,
  type FieldNode,
  flatten,
  isObject,
  isWithin,
  type JoinOptions,
  type JsonObject,
  type JsonValue,
  parseJson,
  QuireError,
  readerOf,
  type StoredDocument,
  targetOf,
  wayTo,
} from '@quirecms/core/feature'
import { JOIN_CHANGE_SCHEMA, type JoinChange, MOST_CHANGES } from './join-api.ts'

/**
 * Makes far documents point to this one, or no longer (docs/contract/documents.md#joins). Each addition and removal
 * is an update of the far document, with its own access check and revision; all of them in one transaction.
 */
export const changeJoin = changesDocument({
  name: 'changeJoin',
  changesReferrers: true,
  summary: 'Add documents to a join, or remove them',
  description: 'Updates other documents so that they point here, or no longer do. All updates happen, or none.',
  endpoint: { method: 'PATCH', path: '/{id}/joins/{field}' },
  local: { method: 'changeJoin', args: ['id', 'params.field', 'body'] },
  body: { kind: 'schema', schema: JOIN_CHANGE_SCHEMA },
  rule: 'update',
  leavesContent: true,
  request: requestedChange,
  async run({ call, before: near, request: { path, join, relationship, additions, removals } }) {
    await refuseUnreadable(call, near, path)
    const change = { call, join, relationship, nearId: near.id }
    // Always lock far documents in the same order, to avoid deadlocks.
    const entries = [...entriesOf('additions', additions, point), ...entriesOf('removals', removals, unpoint)]
    for (const entry of entries.toSorted((one, other) => (one.id < other.id ? -1 : 1))) await updateFar(change, entry)
    // Read the near document again: it may itself be a far one, and hooks may have changed it.
    return (await readerOf(call).get(call.entity.table.name, near.id)) ?? near
  },
})

interface WritableJoin {
  readonly path: string
  readonly join: JoinOptions
  readonly relationship: FieldNode
}

interface RequestedChange extends WritableJoin {
  readonly additions: readonly string[]
  readonly removals: readonly string[]
}

function requestedChange(call: Call): RequestedChange {
  const join = findJoin(call)
  const { additions = [], removals = [] } = call.input.body as JoinChange
  checkLists(additions, removals)
  return { ...join, additions, removals }
}

/** The writable join that the path names; for all others, the route does not exist. */
function findJoin({ entity, input, runtime, caller }: Call): WritableJoin {
  const node = flatten(entity.fields).find((one) => one.path === input.params['field'] && one.join?.writable)
  const isHidden = node && !caller.system && wayTo(entity.fields, node.path).some((around) => around.hidden)
  const join = node?.join
  const far = join && runtime.manifest.collections[join.collection]
  const relationship = far && wayTo(far.fields, join.on).at(-1)
  if (!node || !join || isHidden || !relationship) throw nothingHere()
  return { path: node.path, join, relationship }
}

/** For a caller who may not read the join of this document, the route does not exist. */
async function refuseUnreadable(call: Call, near: StoredDocument, path: string): Promise<void> {
  if (isWithin(await deniedPaths(call, 'read', near), path)) throw nothingHere()
}

function nothingHere(): QuireError {
  return new QuireError('not_found', 'There is nothing at this path.')
}

function checkLists(additions: readonly string[], removals: readonly string[]): void {
  const issues: { code: 'unique' | 'max_rows'; path: string; message: string }[] = []
  const seen = new Set<string>()
  for (const [name, ids] of Object.entries({ additions, removals })) {
    for (const [index, id] of ids.entries()) {
      if (seen.has(id))
        issues.push({
          code: 'unique',
          path: `${name}.${index}`,
          message: 'This id appears twice. Name each document once.',
        })
      seen.add(id)
    }
  }
  if (additions.length + removals.length > MOST_CHANGES) {
    const message = `At most ${MOST_CHANGES} additions and removals in all.`
    issues.push({ code: 'max_rows', path: additions.length > 0 ? 'additions' : 'removals', message })
  }
  if (issues.length > 0) throw new QuireError('validation', 'The request is not valid. The issues say why.', { issues })
}

interface JoinEditContext {
  readonly call: Call
  readonly join: JoinOptions
  readonly relationship: FieldNode
  readonly nearId: string
}

/** Computes the new value of a relationship from the current one of a locale. */
type Edit = (change: JoinEditContext, current: JsonValue | undefined) => JsonValue

function point(change: JoinEditContext, current: JsonValue | undefined): JsonValue {
  const { call, relationship, nearId } = change
  const value: JsonValue = relationship.storedAs === 'pair' ? { relationTo: call.entity.slug, value: nearId } : nearId
  if (!relationship.many) return value
  const list = Array.isArray(current) ? current : []
  return list.some((one) => pointsHere(change, one)) ? list : [...list, value]
}

function unpoint(change: JoinEditContext, current: JsonValue | undefined): JsonValue {
  if (Array.isArray(current)) return current.filter((one) => !pointsHere(change, one))
  return pointsHere(change, current) ? null : (current ?? null)
}

function pointsHere({ call, relationship, nearId }: JoinEditContext, value: JsonValue | undefined): boolean {
  const target = targetOf(relationship, value)
  return target?.id === nearId && target.collection === call.entity.slug
}

interface JoinListEntry {
  readonly id: string
  /** Path of the entry in the body. */
  readonly path: string
  readonly edit: Edit
}

function entriesOf(list: string, ids: readonly string[], edit: Edit): JoinListEntry[] {
  return ids.map((id, index) => ({ id, path: `${list}.${index}`, edit }))
}

/** Updates the far document as the caller. Reports its errors with the path of the entry that named it. */
async function updateFar(change: JoinEditContext, { id, path, edit }: JoinListEntry): Promise<void> {
  const { call, join, relationship } = change
  const { runtime, caller, input } = call
  const far = runtime.manifest.collections[join.collection]
  // Lock the row: otherwise, of two concurrent additions, the later one would overwrite the earlier.
  const stored = far && (await readerOf(call).get(far.table.name, id, undefined, { lock: 'change' }))
  const current = stored ? (parseJson(stored.json) as JsonObject)[relationship.name] : undefined
  const body = { [relationship.name]: editedValue(change, current, edit) }
  const query = input.query['locale'] === undefined ? {} : { locale: input.query['locale'] }
  try {
    if (!far) throw new QuireError('not_found', 'There is no such document.')
    await execute(runtime, far, 'update', { id, body, query, params: {} }, caller)
  } catch (error) {
    if (!(error instanceof QuireError) || (error.code !== 'not_found' && error.code !== 'validation')) throw error
    const { code = 'not_found', message = error.message } = error.issues?.[0] ?? {}
    throw new QuireError('validation', 'The request is not valid. The issues say why.', {
      issues: [{ code, path, message }],
      cause: error,
    })
  }
}

/**
 * The relationship's value for the update. A localized one changes in the call's locale. In a call for all locales,
 * additions go to the default locale, and removals apply to each.
 */
function editedValue(change: JoinEditContext, stored: JsonValue | undefined, edit: Edit): JsonValue {
  const { locale, runtime } = change.call
  const { localization } = runtime.manifest
  if (!change.relationship.localized || !localization || !locale) return edit(change, stored)
  const byLocale = isObject(stored) ? stored : {}
  if (!locale.all) return edit(change, byLocale[locale.locale])
  const codes = edit === point ? [localization.defaultLocale] : localization.locales.filter((code) => code in byLocale)
  return Object.fromEntries(codes.map((code) => [code, edit(change, byLocale[code])]))
}
