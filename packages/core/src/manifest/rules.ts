import type { Rule, RuleName } from '../contracts/access.ts'
import { RULE_NAMES } from '../contracts/access.ts'
import { HOOK_NAMES, type Hook, type HookName, type Hooks } from '../contracts/hooks.ts'

/**
 * All rules of an entity. A rule that is not set allows only users of the admin auth collection
 * (docs/contract/access.md#default-rules).
 */
export function completeRules(
  given: { readonly [name in RuleName]?: Rule | undefined },
  adminCollection: string | null,
  ofFeatures: readonly RuleName[],
): Readonly<Record<RuleName, Rule>> {
  const admins: Rule = ({ actor }) => adminCollection !== null && actor?.collection === adminCollection
  const names = [...RULE_NAMES, ...ofFeatures]
  const rules = Object.fromEntries(names.map((name) => [name, given[name] ?? admins])) as Record<RuleName, Rule>
  if (!given.deletePermanent) rules.deletePermanent = rules.delete
  return rules
}

/**
 * Lets actors read and update their own document (docs/contract/access.md#oneself). It is a `Where`, so it also applies
 * to lists and counts.
 */
export function withOwnDocument(rule: Rule, slug: string): Rule {
  return async (args) => {
    const verdict = await rule(args)
    if (verdict === true || args.actor?.collection !== slug) return verdict
    const own = { id: { equals: args.actor.id } }
    return typeof verdict === 'object' && verdict !== null ? { or: [verdict, own] } : own
  }
}

export function completeHooks(given: Hooks): Readonly<Record<HookName, readonly Hook[]>> {
  return Object.fromEntries(HOOK_NAMES.map((name) => [name, given[name] ?? []])) as Record<HookName, readonly Hook[]>
}
