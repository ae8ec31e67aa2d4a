import type { RuleName } from '../contracts/access.ts'
import type { Entity } from '../contracts/entity.ts'
import { QuireError } from '../contracts/errors.ts'
import type { KeyScopes } from '../contracts/key-scopes.ts'
import { type Operation, type OperationDescription, pluginOf } from '../contracts/operation.ts'
import type { Call } from './call.ts'

export const EVERY = '*'

/** Rules that reveal more than live content. */
const OF_DRAFTS: ReadonlySet<RuleName> = new Set<RuleName>(['readDrafts', 'readVersions'])

/** Whether the scopes of the call's key allow the rule. Without scopes, every rule is allowed. */
export function isInScope(call: Call, rule: RuleName, entity: Entity<Call> = call.entity): boolean {
  const { scopes } = call.caller
  return !scopes || allows(scopes, entity, rule, actionOf(call, rule, entity))
}

function allows(scopes: KeyScopes, entity: Named, rule: RuleName, action: string): boolean {
  if (scopes.drafts === false && OF_DRAFTS.has(rule)) return false
  return includesAction(actionsIn(scopes, entity), action)
}

type Named = Pick<Entity<Call>, 'kind' | 'slug'>

/** Whether scopes allow calling an operation at all. */
export function isOpenTo(scopes: KeyScopes, entity: Named, operation: Operation<Call>): boolean {
  const plugin = pluginOf(operation)
  if (operation.inEveryScope) return true
  if (plugin !== undefined) return includesAction(actionsOf(scopes.plugins ?? {}, plugin), operation.name)
  const { rule } = operation
  return entity.kind !== 'service' && rule !== undefined && allows(scopes, entity, rule, nameOfAction(operation, rule))
}

/** The action of a rule for scopes: the capability of its operation, or else the rule. */
export function actionOf({ entity: own, operation }: Call, rule: RuleName, entity: Entity<Call> = own): string {
  return entity === own && rule === operation.rule ? nameOfAction(operation, rule) : rule
}

/** The action of an operation for scopes: its capability, or else its rule. */
export function nameOfAction({ capability }: Pick<OperationDescription, 'capability'>, rule: RuleName): string {
  return capability?.name ?? rule
}

function actionsIn({ collections = {}, globals = {} }: KeyScopes, { kind, slug }: Named): readonly string[] {
  return actionsOf(kind === 'global' ? globals : collections, slug)
}

/** The actions for a name, or those of `*` if it is not named. */
export function actionsOf(part: Readonly<Record<string, readonly string[]>>, name: string): readonly string[] {
  if (Object.hasOwn(part, name)) return part[name] ?? []
  return Object.hasOwn(part, EVERY) ? (part[EVERY] ?? []) : []
}

export function includesAction(actions: readonly string[], action: string): boolean {
  return actions.includes(EVERY) || actions.includes(action)
}

/**
 * Refuses operations without a collection's rule before they run: those of plugins outside of the scopes, and all
 * others except those that declare `inEveryScope`. Fails closed.
 */
export function refuseOutOfScope({ caller: { scopes }, entity }: Call, operation: Operation<Call>): void {
  // Rules are checked where they are asked.
  const isRuled = entity.kind !== 'service' && operation.rule !== undefined && pluginOf(operation) === undefined
  if (scopes && !isRuled && !isOpenTo(scopes, entity, operation)) throw outOfScope(operation.name, pluginOf(operation))
}

/** Refuses to schedule what the API key may not do now: scopes are checked here, not when the scheduled work runs. */
export function refuseQueueing(call: Call, action: string): void {
  if (!hasAction(call, action)) throw outOfScope(action, call.entity.slug)
}

/** Whether scopes name an action. */
export function hasAction({ caller: { scopes }, entity }: Call, action: string): boolean {
  return !scopes || includesAction(actionsIn(scopes, entity), action)
}

/** Error for a missing scope. Independent of the user's rights. */
export function outOfScope(action: string, where?: string): QuireError {
  const what = where === undefined ? `"${action}"` : `"${action}" in "${where}"`
  return new QuireError('forbidden', `This key may not do ${what}. Use a key whose scopes include it.`)
}
