import type { Call, Manifest } from '@quirecms/core'

/** What labels are made of: nothing else ever gets into one. */
export interface ManifestNames {
  readonly operations: readonly string[]
  /** Collections, globals, the service, and whatever else routes stand in. */
  readonly entities: readonly string[]
}

export function namesIn({ collections, globals, service, routes }: Manifest<Call>): ManifestNames {
  const entities = [...Object.values(collections), ...Object.values(globals), service]
  return {
    operations: [...new Set(entities.flatMap(({ operations }) => Object.keys(operations)))],
    entities: [...new Set([...entities.map(({ slug }) => slug), ...routes.map(({ group }) => group)])],
  }
}
