import type { Call, Manifest } from '@quirecms/core'

export interface ManifestNames {
  readonly operations: readonly string[]
  /** Collections, globals, the service, and other groups of routes. */
  readonly entities: readonly string[]
}

export function namesIn({ collections, globals, service, routes }: Manifest<Call>): ManifestNames {
  const entities = [...Object.values(collections), ...Object.values(globals), service]
  return {
    operations: [...new Set(entities.flatMap(({ operations }) => Object.keys(operations)))],
    entities: [...new Set([...entities.map(({ slug }) => slug), ...routes.map(({ group }) => group)])],
  }
}
