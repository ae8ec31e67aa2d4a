import { QuireError } from '../contracts/errors.ts'
import type { AnyMethods } from '../contracts/local.ts'
import { leavingLocalCall } from '../engine/nested-errors.ts'

/**
 * The methods of a collection or global that must be there. Code that isn't compiled against the application would otherwise do nothing,
 * quietly, where a name is wrong. Like every error of a local call, it is the application's own failure for whoever called that.
 */
export function demanded(
  entities: Readonly<Record<string, AnyMethods>>,
  kind: 'collection' | 'global',
  slug: string,
): AnyMethods {
  // Names such as "constructor" are members of every object.
  const methods = Object.hasOwn(entities, slug) ? entities[slug] : undefined
  if (!methods) throw missing(`There is no ${kind} "${slug}" in this application.`)
  return new Proxy(methods, {
    get(all, name) {
      if (Object.hasOwn(all, name)) return Reflect.get(all, name) as unknown
      // By these, JavaScript itself asks what something is: whether it is a promise, for example.
      if (typeof name === 'symbol' || name === 'then' || name === 'toJSON') return undefined
      throw missing(`The ${kind} "${slug}" has no method "${name}".`)
    },
  })
}

function missing(message: string): unknown {
  return leavingLocalCall(new QuireError('not_found', message))
}
