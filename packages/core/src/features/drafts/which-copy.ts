import type { Condition } from '../../contracts/condition.ts'
import type { Parameter } from '../../contracts/operation.ts'
import type { LookupPurpose, Source } from '../../contracts/source.ts'
import { ask, refuse, ruleArguments } from '../../engine/access.ts'
import { type Call, documentId } from '../../engine/call.ts'
import { isInScope } from '../../engine/key-scopes.ts'
import { ALWAYS, allOf, NEVER } from '../../query/combine-conditions.ts'
import { liveTableOf } from './live-table.ts'

export const draftParameter: Parameter = {
  name: 'draft',
  spellings: ['draft'],
  description:
    'With `true`, you get the newest content, which may be a draft; with `false`, what is live. With `newest`, you get of each document the newest content that you may read: its draft, or else what is live. Without it, that depends on whether you may read all drafts.',
  encoding: 'boolean or text',
  schema: { anyOf: [{ type: 'boolean' }, { type: 'string', enum: ['newest'] }] },
}

/**
 * Which copy a call reads (docs/contract/drafts-and-versions.md#who-reads-which-copy). Who may read all drafts reads working copies, unless
 * `draft=false` asks for the live ones. Who may read some of them reads live copies, and with `draft=true` those working copies. Everybody
 * else reads live copies.
 */
export async function copyThatIsRead(call: Call, purpose: LookupPurpose): Promise<Partial<Source>> {
  const { entity } = call
  const working = entity.table.name
  const live = { table: liveTableOf(entity), where: ALWAYS }
  if (purpose === 'changed') return { table: working }
  if (call.copies?.rightsOf) {
    const where = await draftsOfAnother(call, call.copies.rightsOf)
    return where.kind === 'never' ? live : { table: working, where, otherwise: live }
  }
  const draft = call.copies?.answers === 'newest' ? true : requestedCopy(call)
  if (draft === false && purpose !== 'any') return live
  const id = purpose === 'related' ? undefined : (documentId(call) ?? undefined)
  const readable = await draftsThatMayBeRead(call, id)
  // Who may read all drafts may still be refused a working copy, by the rule for reading.
  if (draft === 'newest') return readable.kind === 'never' ? live : { table: working, where: readable, otherwise: live }
  if (readable.kind === 'always') return { table: working }
  if (purpose === 'asked' && draft === true) {
    if (readable.kind === 'never') throw refuse(call, 'readDrafts')
    return { table: working, where: readable }
  }
  if (readable.kind === 'never' || (purpose !== 'any' && draft !== true)) return live
  // A target whose working copy the caller may not read comes as its live copy.
  return { table: working, where: readable, otherwise: live }
}

/** Working copies that somebody else may read, as far as the caller reads the collection at all. Those of users are never among them. */
async function draftsOfAnother({ entity }: Call, other: Call): Promise<Condition> {
  if (entity.auth) return NEVER
  const reading = { ...other, entity }
  return allOf([await ask(reading, 'read', {}), await draftsThatMayBeRead(reading, undefined)])
}

/** A rule that wants to see the document cannot be asked before there is one: it says yes to none. */
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

/** Where the paths of rules lead. What a rule that returns a `Where` says of each document is not known yet: so to what is live. */
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

/** Whether a call that restores wants a draft: without `draft=true`, what it restores is live at once. */
export function wantsDraft(call: Call): boolean {
  return call.input.query['draft'] === true
}
