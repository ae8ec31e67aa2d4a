import { isObject } from '../content/json-object.ts'
import { checkAuth } from './auth.ts'
import { LOGIN_HOOKS } from './collection.ts'
import { checkPasskeyPlace } from './factors.ts'
import { join, type ProblemList } from './problem-list.ts'

/** Options that need an auth collection: authors, comments and previews. */
export function checkWhatNeedsUsers(
  config: Record<string, unknown>,
  collections: Record<string, unknown>,
  problems: ProblemList,
): void {
  if (Object.values(collections).some((collection) => isObject(collection) && collection['auth'] !== undefined)) return
  for (const kind of ['collections', 'globals']) {
    for (const [slug, entity] of Object.entries(isObject(config[kind]) ? config[kind] : {})) {
      for (const name of ['authors', 'comments', 'preview']) {
        if (isObject(entity) && entity[name] !== undefined && entity[name] !== false)
          problems.add(
            `${kind}.${slug}.${name}`,
            'needs users, but no collection has `auth`: add one, or leave this out',
          )
      }
    }
  }
}

export function checkAuthCollection(
  config: Record<string, unknown>,
  collection: Record<string, unknown>,
  place: string,
  problems: ProblemList,
): void {
  const { auth } = collection
  checkAuth(auth, join(place, 'auth'), problems)
  const { passkeys, totp } = (isObject(auth) ? auth : {}) as { passkeys?: unknown; totp?: unknown }
  if (passkeys) checkPasskeyPlace(config, join(place, 'auth.passkeys'), problems)
  // Access rules find the actor's session under this name.
  const taken = ['email', 'password', ...(passkeys || totp ? ['session'] : [])]
  for (const name of taken) {
    if (isObject(collection['fields']) && Object.hasOwn(collection['fields'], name)) {
      problems.add(
        join(place, `fields.${name}`),
        'every collection with `auth` already has this field: leave it out, or choose another name',
      )
    }
  }
}

/** Login hooks on a collection without logins never run, which would silently disable a log or an access check. */
export function checkNoLogins({ hooks }: Record<string, unknown>, place: string, problems: ProblemList): void {
  for (const name of LOGIN_HOOKS) {
    const given = isObject(hooks) ? hooks[name] : undefined
    if (Array.isArray(given) && given.length > 0)
      problems.add(
        join(place, `hooks.${name}`),
        'never runs, because users of this collection do not sign in: switch on its `auth`, or leave the hook out',
      )
  }
}
