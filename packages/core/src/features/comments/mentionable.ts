import type { RuleName } from '../../contracts/access.ts'
import type { Entity } from '../../contracts/entity.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Operation, Parameter } from '../../contracts/operation.ts'
import type { Call } from '../../engine/call.ts'
import { looksAtDocument } from '../../engine/kinds/looks-at-document.ts'
import { invalidQuery } from '../../query/invalid-query.ts'
import { askCollection, nameIn, namingFieldOf } from '../overview/offers.ts'
import { COMMENT_API, LONGEST_NAME, MOST_SHOWN } from './comment-api.ts'
import { onlyForUsers } from './discussed-document.ts'
import { participant } from './mentioned-users.ts'

/** Of each collection: so many are asked for their rights, one by one. */
const MOST_ASKED = 50

export const namedParameter: Parameter = {
  name: 'named',
  spellings: ['named'],
  description: 'A part of the name, or the beginning of the address.',
  encoding: 'text',
  schema: { type: 'string', maxLength: LONGEST_NAME },
}

export function mentionable(rule: RuleName): Operation<Call> {
  return looksAtDocument({
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
        for (const user of await usersNamed(call, entity, named)) {
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
  const { named = '' } = query
  if (typeof named === 'string' && named.length <= LONGEST_NAME) return named.trim()
  const message = `"named" must be a text of up to ${LONGEST_NAME} characters.`
  throw invalidQuery([{ code: 'type', path: 'named', message }])
}

/** Users whom the caller may read, by what the caller may read of them: who may not read addresses finds nobody by theirs. */
async function usersNamed(call: Call, entity: Entity<Call>, named: string): Promise<readonly JsonObject[]> {
  if (named === '') return usersWhere(call, entity, {})
  const paths = new Set([namingFieldOf(entity)?.path, 'email'].filter((path) => path !== undefined))
  const found = new Map<unknown, JsonObject>()
  for (const path of paths)
    for (const user of await usersWhere(call, entity, { where: { [path]: fitting(path, named) } }))
      found.set(user['id'], user)
  return [...found.values()]
}

/** Addresses from their beginning: the end of most is the same, and fits letters that nobody meant for it. */
function fitting(path: string, named: string): JsonObject {
  return path === 'email' ? { starts_with: named } : { contains: named }
}

async function usersWhere(call: Call, entity: Entity<Call>, query: JsonObject): Promise<readonly JsonObject[]> {
  try {
    const answer = await askCollection(call, entity, 'list', { ...query, limit: MOST_ASKED }, { withoutTotal: true })
    return answer?.kind === 'list' ? answer.docs.map(({ value }) => value) : []
  } catch (error) {
    if (error instanceof QuireError && error.code === 'invalid_query') return []
    throw error
  }
}
