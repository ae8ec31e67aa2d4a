import { type Entity, type JsonSchema, type Manifest, pluginOf } from '@quirecms/core'

export function keyScopesSchema({ collections, globals, service }: Manifest): JsonSchema {
  const plugins = new Map<string, string[]>()
  for (const operation of Object.values(service.operations)) {
    const key = pluginOf(operation)
    if (key !== undefined) plugins.set(key, [...(plugins.get(key) ?? []), operation.name])
  }
  return {
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {
      collections: actionsBy(actionsOf(collections)),
      globals: actionsBy(actionsOf(globals)),
      drafts: { type: 'boolean' },
      plugins: actionsBy(plugins),
    },
  }
}

function actionsOf(entities: Readonly<Record<string, Entity>>): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(entities).map(([slug, entity]) => [slug, actionsOfEntity(entity)]))
}

/** Actions have the names of capabilities. */
function actionsOfEntity({ operations, capabilities }: Entity): readonly string[] {
  const named = Object.values(operations).flatMap(({ capability, rule }) =>
    capability && rule ? [capability.name] : [],
  )
  return [...new Set([...named, ...capabilities.map(({ name }) => name)])]
}

function actionsBy(names: ReadonlyMap<string, readonly string[]>): JsonSchema {
  const all = [...new Set([...names.values()].flat())]
  const list = (actions: readonly string[]): JsonSchema => ({
    type: 'array',
    uniqueItems: true,
    items: { type: 'string', enum: ['*', ...actions] },
  })
  return {
    type: 'object',
    additionalProperties: false,
    properties: { '*': list(all), ...Object.fromEntries([...names].map(([name, actions]) => [name, list(actions)])) },
  }
}
