import {
  type Actor,
  currentActor,
  type Call,
  findManyInSource,
  isDocumentId,
  type Issue,
  findPermitted,
  QuireError,
  sourceOf,
  type StoredDocument,
} from '@quirecms/core/feature'
import { type NamedUser, userText } from './comment-answer.ts'
import { type SeenFields, seenFields } from './discussed-document.ts'

/** A user who may read the comments on a document, with a call that has this user's rights. */
export interface Participant {
  readonly actor: Actor
  readonly call: Call
  readonly document: StoredDocument
  readonly seen: SeenFields
}

const REFUSALS = new Set(['unauthenticated', 'forbidden', 'not_found'])

/** The user as a participant in the call's discussion; null if the user may not read the comments. */
export async function participant(call: Call, { collection, id }: NamedUser): Promise<Participant | null> {
  const actor = await currentActor(call.runtime, collection, id)
  if (!actor) return null
  const { checkedRules: _asked, ...rest } = call
  // Drop everything that belongs to the caller's own request.
  const forUser: Call = {
    ...rest,
    caller: { actor, system: false, context: {} },
    input: { ...(call.input.id !== undefined && { id: call.input.id }), query: {}, params: {} },
  }
  try {
    const document = await findPermitted(forUser)
    return { actor, call: forUser, document, seen: await seenFields(forUser, document) }
  } catch (error) {
    if (error instanceof QuireError && REFUSALS.has(error.code)) return null
    throw error
  }
}

/**
 * Users mentioned in a comment on this field, without duplicates. Users whom the author may not read, or who may not
 * read the comment, are reported as unknown.
 */
export async function mentionedUsers(
  call: Call,
  mentions: readonly NamedUser[],
  field: string,
): Promise<{ readonly users: readonly Participant[]; readonly issues: readonly Issue[] }> {
  const readable = await readableUsers(call, mentions)
  const users = new Map<string, Participant>()
  const issues: Issue[] = []
  for (const [index, mention] of mentions.entries()) {
    const name = userText(mention)
    if (users.has(name)) continue
    const user = readable.has(name) ? await participant(call, mention) : null
    if (user?.seen.has(field)) users.set(name, user)
    else issues.push({ code: 'not_found', path: `mentions.${index}`, message: 'There is no such user to mention.' })
  }
  return { users: [...users.values()], issues }
}

async function readableUsers(call: Call, mentions: readonly NamedUser[]): Promise<ReadonlySet<string>> {
  const readable = new Set<string>()
  for (const collection of new Set(mentions.map((mention) => mention.collection))) {
    const entity = call.runtime.manifest.collections[collection]
    if (!entity?.auth) continue
    const source = await sourceOf(call, entity, 'related')
    const ids = mentions.flatMap((mention) => (mention.collection === collection ? [mention.id] : []))
    for (const { id } of await findManyInSource(call, source, [...new Set(ids.filter(isDocumentId))]))
      readable.add(userText({ collection, id }))
  }
  return readable
}
