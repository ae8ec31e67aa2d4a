import { RULE_NAMES, type RuleName } from '../contracts/access.ts'
import type { Feature } from '../contracts/contribution.ts'
import type { Entity } from '../contracts/entity.ts'
import type { ProblemList } from '../config/problem-list.ts'

/** Like the names of the framework's own rules. What every object has by nature, such as `constructor`, is none. */
const NAME = /^[a-z][A-Za-z0-9]*$/

/** The rules that features bring, each once. */
export function rulesOfFeatures<Call>(features: readonly Feature<Call>[]): readonly RuleName[] {
  return [...new Set(features.flatMap(({ rules = [] }) => rules))]
}

/** A rule means one thing: it is neither one of the framework's own, nor that of two features. Parts of one feature share its name. */
export function checkRulesOfFeatures<Call>(features: readonly Feature<Call>[], problems: ProblemList): void {
  const owners = new Map<string, string>(RULE_NAMES.map((name) => [name, 'the framework']))
  for (const { name, rules = [] } of features) {
    for (const rule of rules) {
      const owner = owners.get(rule)
      if (!NAME.test(rule) || rule in {})
        problems.add(
          '',
          `The feature "${name}" cannot have a rule "${rule}": use a name of letters and digits, such as approve.`,
        )
      else if (owner !== undefined && owner !== name)
        problems.add('', `The rule "${rule}" comes from both ${owner} and the feature "${name}". Rename one of them.`)
      owners.set(rule, name)
    }
  }
}

/** Every rule that an operation or a right rests on is there: without it, nobody could say who may use them. */
export function checkNamedRules<Call>({ kind, slug, operations, rights, rules }: Entity<Call>): void {
  for (const { name, rule } of [...Object.values(operations), ...rights]) {
    if (rule !== undefined && !Object.hasOwn(rules, rule))
      throw new Error(
        `${kind} "${slug}": "${name}" names the rule "${rule}", which no feature has: add it to \`rules\` of its feature`,
      )
  }
}
