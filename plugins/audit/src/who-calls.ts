import type { Actor } from 'quirecms'
import type { Call, Entity } from 'quirecms/plugin'
import type { EntryRow } from './entry-table.ts'

/** Longest name or browser that is stored. */
const LONGEST = 256

type WhoCalls = Pick<
  EntryRow,
  'actorCollection' | 'actorId' | 'actorLabel' | 'via' | 'key' | 'requestId' | 'address' | 'userAgent'
>

/** Returns the actor, credential and origin of a call. Written out without loops, because every change runs this. */
export function whoCalls(call: Call): WhoCalls {
  const { actor, client, request, credential, isJob } = call.caller
  const userAgent = client?.userAgent ?? request?.headers['user-agent']
  return {
    actorCollection: actor?.collection ?? null,
    actorId: actor?.id ?? null,
    actorLabel: actor && labelOf(call, actor),
    via: viaOf(call),
    key: isJob ? null : credentialKey(credential),
    requestId: request?.id ?? null,
    address: request?.address ?? client?.address ?? null,
    userAgent: typeof userAgent === 'string' ? storable(userAgent) : null,
  }
}

function viaOf({ caller, runtime }: Call): EntryRow['via'] {
  const { credential, isJob, request, actor } = caller
  if (isJob) return 'job'
  switch (credential?.kind) {
    case 'session':
    case 'apiKey':
    case 'preview':
      return credential.kind
    case 'scheme':
      return credential.scheme === 'mcp' ? 'mcp' : 'scheme'
    case undefined:
      // The session of a login is created by this request, so the request carries none yet.
      if (request) return actor ? 'session' : 'anonymous'
      return runtime.isCommand ? 'cli' : 'system'
  }
}

function credentialKey(credential: Call['caller']['credential']): string | null {
  if (credential?.kind === 'apiKey') return credential.id
  return credential?.kind === 'scheme' ? credential.scheme : null
}

/**
 * Returns the current name of the user, or else the address, so that the entry stays readable after the user is
 * deleted.
 */
function labelOf({ runtime }: Call, actor: Actor): string | null {
  const entity = runtime.manifest.collections[actor.collection]
  for (const name of entity ? labelsOf(entity) : []) {
    const value: unknown = actor[name]
    if (typeof value === 'string' && value !== '') return storable(value)
  }
  return null
}

/** Fields that can name a user, best first. Hidden fields and fields with a read rule don't count. */
function labelsOf(entity: Entity<Call>): readonly string[] {
  const title = entity.presentation && 'title' in entity.presentation ? entity.presentation.title : undefined
  const candidates = [...(typeof title === 'string' ? [title] : []), 'name', 'title', 'label', 'email']
  return candidates.filter((name) => {
    const node = entity.fields.find((one) => one.name === name)
    return node?.storedAs === 'text' && !node.hidden && node.options.access?.read === undefined
  })
}

function storable(text: string): string {
  if (text.length <= LONGEST && !text.includes('\0') && text.isWellFormed()) return text
  return text.slice(0, LONGEST).replaceAll('\0', '').toWellFormed()
}
