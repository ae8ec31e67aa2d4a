import type { Actor } from 'quire'
import type { Call, Entity } from 'quire/plugin'
import type { EntryRow } from './entry-table.ts'

/** Longer names and browsers than anybody has. */
const LONGEST = 256

type WhoCalls = Pick<
  EntryRow,
  'actorCollection' | 'actorId' | 'actorLabel' | 'via' | 'key' | 'requestId' | 'address' | 'userAgent'
>

/** Who does something, how, and from where, as far as the call tells. */
export function whoCalls(call: Call): WhoCalls {
  const { actor, client, request } = call.caller
  const userAgent = client?.userAgent ?? request?.headers['user-agent'] ?? null
  return {
    actorCollection: actor?.collection ?? null,
    actorId: actor?.id ?? null,
    actorLabel: actor && labelOf(call, actor),
    ...howOf(call),
    requestId: request?.id ?? null,
    address: request?.address ?? client?.address ?? null,
    userAgent: typeof userAgent === 'string' ? storable(userAgent) : null,
  }
}

function howOf({ caller, runtime }: Call): Pick<EntryRow, 'via' | 'key'> {
  const { credential, isJob, request, actor } = caller
  if (isJob) return { via: 'job', key: null }
  switch (credential?.kind) {
    case 'session':
      return { via: 'session', key: null }
    case 'apiKey':
      return { via: 'apiKey', key: credential.id }
    case 'preview':
      return { via: 'preview', key: null }
    case 'scheme':
      return { via: credential.scheme === 'mcp' ? 'mcp' : 'scheme', key: credential.scheme }
    case undefined:
      // Whoever has just signed in has no session yet that it could have come with.
      if (request) return { via: actor ? 'session' : 'anonymous', key: null }
      return { via: runtime.isCommand ? 'cli' : 'system', key: null }
  }
}

/** The name that the user has now, or else the address, so that the entry can be read when the user is gone. */
function labelOf({ runtime }: Call, actor: Actor): string | null {
  const entity = runtime.manifest.collections[actor.collection]
  for (const name of entity ? labelsOf(entity) : []) {
    const value: unknown = actor[name]
    if (typeof value === 'string' && value !== '') return storable(value)
  }
  return null
}

const labels = new WeakMap<Entity<Call>, readonly string[]>()

/** The fields that users are known by, the best first. What not everybody may read is no name. */
function labelsOf(entity: Entity<Call>): readonly string[] {
  let names = labels.get(entity)
  if (!names) {
    const title = entity.presentation && 'title' in entity.presentation ? entity.presentation.title : undefined
    const candidates = [...(typeof title === 'string' ? [title] : []), 'name', 'title', 'label', 'email']
    names = candidates.filter((name) => {
      const node = entity.fields.find((one) => one.name === name)
      return node?.storedAs === 'text' && !node.hidden && node.options.access?.read === undefined
    })
    labels.set(entity, names)
  }
  return names
}

function storable(text: string): string {
  return text.slice(0, LONGEST).replaceAll('\0', '').toWellFormed()
}
