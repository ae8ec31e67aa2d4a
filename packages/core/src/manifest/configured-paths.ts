import type { ConfigurationProblem } from '../config/configuration-error.ts'
import type { Entity } from '../contracts/entity.ts'
import { QuireError } from '../contracts/errors.ts'
import type { Localization } from '../contracts/localization.ts'
import { openPaths } from '../query/open-paths.ts'
import type { OtherCollection } from '../query/path-scope.ts'

type ConfiguredEntity = Pick<Entity, 'slug' | 'fields' | 'systemFields' | 'table'>

export type ConfiguredEntities = Readonly<Record<string, ConfiguredEntity>>

/** The paths that a configuration may name: those of a call in one locale, where no path names a locale. */
export function configuredPaths(
  entity: ConfiguredEntity,
  collections: ConfiguredEntities,
  localization: Localization | null,
): OtherCollection {
  const chain = localization && [localization.defaultLocale]
  const locale = localization && chain && { all: false as const, locale: localization.defaultLocale, chain }
  return openPaths(entity, { collections, localization, locale })
}

/** Problems of a query in the configuration. */
export function problemsOf(place: string, parse: () => unknown): ConfigurationProblem[] {
  try {
    parse()
    return []
  } catch (error) {
    if (!(error instanceof QuireError)) throw error
    return (error.issues ?? []).map(({ message }) => ({ place, message: asProblem(message) }))
  }
}

function asProblem(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '')
}
