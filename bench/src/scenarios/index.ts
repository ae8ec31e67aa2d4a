import { create } from './create.ts'
import { deepPage } from './deep-page.ts'
import { list } from './list.ts'
import { listMany } from './list-many.ts'
import { populate } from './populate.ts'
import { readOne } from './read-one.ts'
import type { Scenario } from './scenario.ts'
import { throughRelationship } from './through-relationship.ts'
import { update } from './update.ts'

/** What both databases are asked. */
export const onEitherDatabase: readonly Scenario[] = [populate, deepPage, throughRelationship, listMany]

/** In the order in which they run. */
export const scenarios: readonly Scenario[] = [readOne, list, create, update, ...onEitherDatabase]

export function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (!found)
    throw new Error(`There is no scenario "${name}". There are: ${scenarios.map((one) => one.name).join(', ')}.`)
  return found
}
