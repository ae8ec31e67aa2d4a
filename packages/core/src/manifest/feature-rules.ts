import { RULE_NAMES, type RuleName } from '../contracts/access.ts'
import type { Feature } from '../contracts/contribution.ts'
import type { Entity } from '../contracts/entity.ts'
import { COLLECTION_OPTIONS } from '../config/check-config.ts'
import type { ProblemList } from '../config/problem-list.ts'
import type { JsonSchema } from '../contracts/json.ts'
import { type OptionSchemas, optionSchemas } from '../contracts/plugin-api.ts'
import { findSchemaMistakes } from '../fields/compile-schema.ts'

/** The pattern of rule names; inherited members of objects, such as `constructor`, are refused. */
const NAME = /^[a-z][A-Za-z0-9]*$/

export function rulesOfFeatures<Call>(features: readonly Feature<Call>[]): readonly RuleName[] {
  return [...new Set(features.flatMap(({ rules = [] }) => rules))]
}

/** A rule must have one meaning: it belongs to the framework or to one feature. Parts of one feature may share it. */
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

/** The options of features with their schemas. An option whose schema is invalid is reported, and accepts any value. */
export function optionsOfFeatures<Call>(features: readonly Feature<Call>[], problems: ProblemList): OptionSchemas {
  const owners = new Map<string, string>(COLLECTION_OPTIONS.map((name) => [name, 'the framework']))
  const options: Record<string, JsonSchema> = {}
  for (const feature of features) {
    const { name } = feature
    for (const [option, schema] of Object.entries(optionSchemas(feature))) {
      const owner = owners.get(option)
      const mistakes = findSchemaMistakes(schema)
      if (!NAME.test(option) || option in {})
        problems.add(
          '',
          `The feature "${name}" cannot have an option "${option}": use a name of letters and digits, such as archive.`,
        )
      else if (owner !== undefined && owner !== name)
        problems.add(
          '',
          `The option "${option}" comes from both ${owner} and the feature "${name}". Rename one of them.`,
        )
      else if (mistakes !== null)
        problems.add('', `The schema of the option "${option}" of the feature "${name}" cannot be used: ${mistakes}`)
      // Accepts any value, to avoid follow-up errors.
      options[option] = mistakes === null ? schema : {}
      owners.set(option, name)
    }
  }
  return options
}

/** Checks that every rule of an operation or a right exists; otherwise access to it would be undefined. */
export function checkNamedRules<Call>({ kind, slug, operations, capabilities, rules }: Entity<Call>): void {
  for (const { name, rule } of [...Object.values(operations), ...capabilities]) {
    if (rule !== undefined && !Object.hasOwn(rules, rule))
      throw new Error(
        `${kind} "${slug}": "${name}" names the rule "${rule}", which no feature has: add it to \`rules\` of its feature`,
      )
  }
}
