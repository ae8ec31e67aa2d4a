import {
  type Call,
  type Entity,
  type JsonObject,
  inspectsDocument,
  type Operation,
  type Parameter,
  QuireError,
  type RuleName,
} from '@quirecms/core/feature'
import { askCollection, nameIn, namingFieldOf } from '../overview/offers.ts'
import { COMMENT_API, LONGEST_NAME, MOST_SHOWN } from './comment-api.ts'
import { onlyForUsers } from './discussed-document.ts'
import { participant } from './mentioned-users.ts'

/** Batch size and limit per collection: the rights of each user are checked one by one. */
const TOGETHER = 50
const MOST_ASKED = 500

export const namedParameter: Parameter = {
  name: 'named',
  spellings: ['named'],
  description: 'A part of the name, or the beginning of the email address.',
  encoding: 'text',
  schema: { type: 'string', maxLength: LONGEST_NAME },
}

export function mentionable(rule: RuleName): Operation<Call> {
  return inspectsDocument({
    ...COMMENT_API.mentionable,
    rule,
    request(call) {
      onlyForUsers(call)
      return requestedName(call)
    },
    async answers({ call, request: named }) {
      const users: JsonObject[] = []
      for (const entity of Object.values(call.runtime.manifest.collections)) {
        if (!entity.auth) continue
        for await (const user of usersNamed(call, entity, named)) {
          if (users.length === MOST_SHOWN) return { kind: 'value', value: { users } }
          const { id } = user
          if (typeof id === 'string' && (await participant(call, { collection: entity.slug, id })))
            users.push({ collection: entity.slug, id, name: nameIn(entity, user) })
        }
      }
      return { kind: 'value', value: { users } }
    },
  })
}

function requestedName({ input: { query } }: Call): string {
  const { named = '' } = query as { named?: string }
  return named.trim()
}

/**
 * Users whom the caller may read, found only by fields that the caller may read: without access to addresses, an
 * address finds no user.
 */
async function* usersNamed(call: Call, entity: Entity<Call>, named: string): AsyncGenerator<JsonObject> {
  const paths = new Set([namingFieldOf(entity)?.path, 'email'].filter((path) => path !== undefined))
  const queries = named === '' ? [{}] : [...paths].map((path) => ({ where: { [path]: fitting(path, named) } }))
  const seen = new Set<unknown>()
  for (const query of queries) {
    // All users of the first page may lack access to the document.
    for (let page = 1; seen.size < MOST_ASKED; page += 1) {
      const users = await usersWhere(call, entity, { ...query, page })
      for (const user of users) {
        if (!seen.has(user['id'])) yield user
        seen.add(user['id'])
      }
      if (users.length < TOGETHER) break
    }
  }
}

/** Addresses match from their beginning: most of them end alike, and a part of the domain would match too many. */
function fitting(path: string, named: string): JsonObject {
  return path === 'email' ? { starts_with: named } : { contains: named }
}

async function usersWhere(call: Call, entity: Entity<Call>, query: JsonObject): Promise<readonly JsonObject[]> {
  try {
    const answer = await askCollection(call, entity, 'list', { ...query, limit: TOGETHER }, { withoutTotal: true })
    return answer?.kind === 'list' ? answer.docs.map(({ value }) => value) : []
  } catch (error) {
    if (error instanceof QuireError && error.code === 'invalid_query') return []
    throw error
  }
}
