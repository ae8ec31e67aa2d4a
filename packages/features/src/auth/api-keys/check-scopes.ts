import { ask, type Call, type Entity, type Issue, type KeyScopes, pluginOf, scopeActions } from '@quirecms/core/feature'
import { MOST_ACTIONS } from './api-key-api.ts'

/** All issues of the scopes: unknown names, and actions that `giver` may not do. */
export async function issuesOfScopes(
  call: Call,
  giver: Call | null,
  scopes: KeyScopes,
  former: KeyScopes | null,
): Promise<readonly Issue[]> {
  if (countActions(scopes) > MOST_ACTIONS)
    return [{ code: 'max', path: 'scopes', message: `Name at most ${MOST_ACTIONS} actions in all.` }]
  const { collections, globals } = call.runtime.manifest
  return [
    ...(await issuesOfEntities(giver, 'collections', scopes, former, collections)),
    ...(await issuesOfEntities(giver, 'globals', scopes, former, globals)),
    ...issuesOfPlugins(call, scopes.plugins, former?.plugins),
  ]
}

function countActions({ collections = {}, globals = {}, plugins = {} }: KeyScopes): number {
  return [collections, globals, plugins].flatMap((part) => Object.values(part)).flat().length
}

type ScopePart = KeyScopes['collections']

/** A key may keep entries that the application no longer has, so that its other rights can still be narrowed. */
function isKept(former: ScopePart = {}, name: string, actions: readonly string[]): boolean {
  const had = Object.hasOwn(former, name) ? (former[name] ?? []) : null
  return had !== null && actions.every((action) => had.includes(action))
}

async function issuesOfEntities(
  giver: Call | null,
  kind: 'collections' | 'globals',
  { [kind]: part = {} }: KeyScopes,
  former: KeyScopes | null,
  entities: Readonly<Record<string, Entity<Call>>>,
): Promise<readonly Issue[]> {
  const issues: Issue[] = []
  const all = new Set(Object.values(entities).flatMap((entity) => [...rulesOfActions(entity).keys()]))
  const has = (slug: string, action: string) =>
    scopeActions.include(scopeActions.of(former?.[kind] ?? {}, slug), action)
  for (const [slug, given] of Object.entries(part)) {
    const entity = Object.hasOwn(entities, slug) ? entities[slug] : undefined
    if (!entity && slug !== scopeActions.every) {
      if (isKept(former?.[kind], slug, given)) continue
      issues.push(unknown(`scopes.${kind}.${slug}`, `There is no ${kind.slice(0, -1)} "${slug}".`))
      continue
    }
    for (const [index, action] of given.entries()) {
      const path = `scopes.${kind}.${slug}.${index}`
      const known = entity ? rulesOfActions(entity) : all
      if (isKept(former?.[kind], slug, [action])) continue
      if (action !== scopeActions.every && !known.has(action))
        issues.push(unknown(path, `There is no action "${action}" here.`))
      else if (
        action !== scopeActions.every &&
        entity &&
        giver &&
        !has(slug, action) &&
        !(await mayAtAll(giver, entity, action))
      )
        issues.push(unknown(path, `You may not do "${action}" here yourself, so your key cannot either.`))
    }
  }
  return issues
}

/** Actions of an entity by capability name, each with the operation or right whose rule decides. */
function rulesOfActions({ operations, capabilities }: Entity<Call>) {
  const actions = new Map<string, Pick<Call, 'operation'>['operation']>()
  for (const operation of Object.values(operations))
    if (operation.capability && operation.rule) actions.set(operation.capability.name, operation)
  for (const { name, rule } of capabilities) actions.set(name, { name, rule })
  return actions
}

/** Whether the rule may allow the action at all. A rule that throws without a document may allow some documents. */
async function mayAtAll(call: Call, entity: Entity<Call>, action: string): Promise<boolean> {
  const operation = rulesOfActions(entity).get(action)
  if (!operation?.rule) return false
  try {
    return (await ask({ ...call, entity, operation }, operation.rule, {}, entity)).kind !== 'never'
  } catch {
    return true
  }
}

function issuesOfPlugins({ runtime }: Call, part: ScopePart = {}, former: ScopePart = {}): readonly Issue[] {
  const operations = Object.values(runtime.manifest.service.operations).filter((one) => pluginOf(one) !== undefined)
  return Object.entries(part).flatMap(([plugin, actions]) => {
    const own = operations
      .filter((one) => plugin === scopeActions.every || pluginOf(one) === plugin)
      .map(({ name }) => name)
    if (isKept(former, plugin, actions)) return []
    if (own.length === 0 && plugin !== scopeActions.every)
      return [unknown(`scopes.plugins.${plugin}`, `There is no plugin "${plugin}" with operations.`)]
    return actions.flatMap((action, index) =>
      action === scopeActions.every || own.includes(action) || isKept(former, plugin, [action])
        ? []
        : [unknown(`scopes.plugins.${plugin}.${index}`, `There is no operation "${action}" here.`)],
    )
  })
}

function unknown(path: string, message: string): Issue {
  return { code: 'option', path, message }
}
