import {
  allOf,
  ALWAYS,
  ask,
  type Call,
  type Condition,
  documentId,
  isInScope,
  type LookupPurpose,
  NEVER,
  type Parameter,
  refusalOf,
  ruleArguments,
  type Source,
} from '@quirecms/core/feature'
import { liveTableOf } from './live-table.ts'

export const draftParameter: Parameter = {
  name: 'draft',
  spellings: ['draft'],
  description:
    'With `true`, you get the newest content, which may be a draft; with `false`, what is live. With `newest`, you get of each document the newest content that you may read: its draft, or else what is live. Without it, that depends on whether you may read all drafts.',
  encoding: 'boolean or text',
  schema: { anyOf: [{ type: 'boolean' }, { type: 'string', enum: ['newest'] }] },
  cacheable: true,
}

/**
 * Chooses the copy that a call reads (docs/contract/drafts-and-versions.md#who-reads-which-copy). Callers who may
 * read all drafts read working copies, unless `draft=false`. Callers who may read some drafts read live copies, and
 * with `draft=true` those working copies. All others read live copies.
 */
export async function copyThatIsRead(call: Call, purpose: LookupPurpose): Promise<Partial<Source>> {
  const { entity } = call
  const working = entity.table.name
  const live = { table: liveTableOf(entity), where: ALWAYS }
  if (purpose === 'changed') return { table: working }
  if (call.copies?.rightsOf) {
    const where = await draftsOfAnother(call, call.copies.rightsOf)
    return where.kind === 'never' ? live : { table: working, where, fallback: live }
  }
  const draft = call.copies?.answers === 'newest' ? true : requestedCopy(call)
  if (draft === false && purpose !== 'any') return live
  const id = purpose === 'related' ? undefined : (documentId(call) ?? undefined)
  const readable = await draftsThatMayBeRead(call, id)
  // The rule `read` may still refuse a working copy to a caller who may read all drafts.
  if (draft === 'newest') return readable.kind === 'never' ? live : { table: working, where: readable, fallback: live }
  if (readable.kind === 'always') return { table: working }
  if (purpose === 'asked' && draft === true) {
    if (readable.kind === 'never') throw refusalOf(call, 'readDrafts')
    return { table: working, where: readable }
  }
  if (readable.kind === 'never' || (purpose !== 'any' && draft !== true)) return live
  // If the caller may not read the working copy of a related document, its live copy is read.
  return { table: working, where: readable, fallback: live }
}

/**
 * Working copies that the other caller may read in a collection that the current caller may read. Never those of
 * users.
 */
async function draftsOfAnother({ entity }: Call, other: Call): Promise<Condition> {
  if (entity.auth) return NEVER
  const reading = { ...other, entity }
  return allOf([await ask(reading, 'read', {}), await draftsThatMayBeRead(reading, undefined)])
}

/** The copy is chosen before a document is looked up: a rule that reads the document counts as no. */
async function draftsThatMayBeRead(call: Call, id: string | undefined) {
  let isLookedAt = false
  const subject = {
    id,
    get doc(): never {
      isLookedAt = true
      throw new Error('Drafts are chosen before any document is looked up.')
    },
  }
  try {
    return await ask(call, 'readDrafts', subject)
  } catch (error) {
    if (isLookedAt) return { kind: 'never' } as const
    throw error
  }
}

/**
 * Table for the paths of rules. A rule that returns a `Where` isn't evaluated per document here: it leads to live
 * copies.
 */
export async function copyForPaths(call: Call): Promise<string> {
  const { entity, caller } = call
  const live = liveTableOf(entity)
  if (requestedCopy(call) === false) return live
  if (caller.system) return entity.table.name
  if (!isInScope(call, 'readDrafts')) return live
  try {
    return (await entity.rules.readDrafts(ruleArguments(call, {}))) === true ? entity.table.name : live
  } catch {
    return live
  }
}

function requestedCopy({ input: { query } }: Call): boolean | 'newest' | undefined {
  return query['draft'] as boolean | 'newest' | undefined
}

/** Whether a restore creates a draft: without `draft=true`, the result is live at once. */
export function wantsDraft(call: Call): boolean {
  return call.input.query['draft'] === true
}
