import type { RuleName } from '../contracts/access.ts'
import type { Entity } from '../contracts/entity.ts'
import { QuireError } from '../contracts/errors.ts'
import type { KeyScopes } from '../contracts/key-scopes.ts'
import { type Operation, type OperationDescription, pluginOf } from '../contracts/operation.ts'
import type { Call } from './call.ts'

export const EVERY = '*'

/** What shows more than live content. */
const OF_DRAFTS: ReadonlySet<RuleName> = new Set<RuleName>(['readDrafts', 'readVersions'])

/** Whether the key that a call came with may do what this rule is about. Without scopes, it may do all that its user may. */
export function isInScope(call: Call, rule: RuleName, entity: Entity<Call> = call.entity): boolean {
  const { scopes } = call.caller
  return !scopes || allows(scopes, entity, rule, actionOf(call, rule, entity))
}

function allows(scopes: KeyScopes, entity: Named, rule: RuleName, action: string): boolean {
  if (scopes.drafts === false && OF_DRAFTS.has(rule)) return false
  return includesAction(actionsIn(scopes, entity), action)
}

type Named = Pick<Entity<Call>, 'kind' | 'slug'>

/** Whether a key with these scopes can call an operation at all, as far as they decide on it. */
export function isOpenTo(scopes: KeyScopes, entity: Named, operation: Operation<Call>): boolean {
  const plugin = pluginOf(operation)
  if (operation.inEveryScope) return true
  if (plugin !== undefined) return includesAction(actionsOf(scopes.plugins ?? {}, plugin), operation.name)
  const { rule } = operation
  return entity.kind !== 'service' && rule !== undefined && allows(scopes, entity, rule, nameOfAction(operation, rule))
}

/** What a key calls the thing that a rule is asked about: what its operation is called, or else the rule. */
export function actionOf({ entity: own, operation }: Call, rule: RuleName, entity: Entity<Call> = own): string {
  return entity === own && rule === operation.rule ? nameOfAction(operation, rule) : rule
}

/** The action that an operation is for keys: what capabilities call it, or else the rule that it asks. */
export function nameOfAction({ capability }: Pick<OperationDescription, 'capability'>, rule: RuleName): string {
  return capability?.name ?? rule
}

function actionsIn({ collections = {}, globals = {} }: KeyScopes, { kind, slug }: Named): readonly string[] {
  return actionsOf(kind === 'global' ? globals : collections, slug)
}

/** Those of this name, and of all others where it is not named. */
export function actionsOf(part: Readonly<Record<string, readonly string[]>>, name: string): readonly string[] {
  if (Object.hasOwn(part, name)) return part[name] ?? []
  return Object.hasOwn(part, EVERY) ? (part[EVERY] ?? []) : []
}

export function includesAction(actions: readonly string[], action: string): boolean {
  return actions.includes(EVERY) || actions.includes(action)
}

/**
 * Refuses operations that no rule of a collection decides on, before they run: those of plugins that are not in scope, and all others but
 * those that ask further rules for whatever they do. Fails closed: an operation says so itself.
 */
export function refuseOutOfScope({ caller: { scopes }, entity }: Call, operation: Operation<Call>): void {
  // What a rule decides on is refused where that is asked.
  const isRuled = entity.kind !== 'service' && operation.rule !== undefined && pluginOf(operation) === undefined
  if (scopes && !isRuled && !isOpenTo(scopes, entity, operation)) throw outOfScope(operation.name, pluginOf(operation))
}

/** Refuses to schedule what the API key may not do now: scopes are checked here, not when the scheduled work runs. */
export function refuseToPutOff(call: Call, action: string): void {
  if (!hasAction(call, action)) throw outOfScope(action, call.entity.slug)
}

/** Whether scopes name an action, whatever the operation calls its own. */
export function hasAction({ caller: { scopes }, entity }: Call, action: string): boolean {
  return !scopes || includesAction(actionsIn(scopes, entity), action)
}

/** The same words whatever the user may do: the key alone is why. */
export function outOfScope(action: string, where?: string): QuireError {
  const what = where === undefined ? `"${action}"` : `"${action}" in "${where}"`
  return new QuireError('forbidden', `This key may not do ${what}. Use a key whose scopes include it.`)
}
