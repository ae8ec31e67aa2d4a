import { create } from './create.ts'
import { deepPage } from './deep-page.ts'
import { growth } from './growth.ts'
import { allFields, fewFields, writtenAfter, writtenBefore } from './hundred.ts'
import { list, listFresh, listLive, populated, populatedFresh } from './list.ts'
import { mixed } from './mixed.ts'
import { saveAndPublish } from './publish.ts'
import { peerScenarioNamed } from '../peers/workload.ts'
import { readLive, readOne } from './read-one.ts'
import type { Scenario } from './scenario.ts'
import { throughRelationship } from './through-relationship.ts'
import { update, updateDraft, updateVersioned } from './update.ts'

const scenarios: readonly Scenario[] = [
  readOne,
  list,
  listFresh,
  populated,
  populatedFresh,
  mixed,
  create,
  update,
  deepPage,
  throughRelationship,
  ...growth,
  readLive,
  listLive,
  updateVersioned,
  updateDraft,
  saveAndPublish,
  allFields,
  fewFields,
  writtenAfter,
  writtenBefore,
]

/** Finds a scenario by name, because functions cannot be sent to the generator's process. */
export function scenarioNamed(name: string): Scenario {
  if (name.startsWith('peer ')) return peerScenarioNamed(name)
  const found = scenarios.find((scenario) => scenario.name === name)
  if (!found) throw new Error(`there is no scenario ${name}`)
  return found
}
