import type { DatabaseName } from '../contenders/index.ts'
import { create } from '../scenarios/create.ts'
import { deepPage } from '../scenarios/deep-page.ts'
import { growth } from '../scenarios/growth.ts'
import { allFields, fewFields, writtenAfter, writtenBefore } from '../scenarios/hundred.ts'
import { list, listFresh, listLive, populated, populatedFresh } from '../scenarios/list.ts'
import { mixed } from '../scenarios/mixed.ts'
import { saveAndPublish } from '../scenarios/publish.ts'
import { readLive, readOne } from '../scenarios/read-one.ts'
import { throughRelationship } from '../scenarios/through-relationship.ts'
import { update, updateDraft, updateVersioned } from '../scenarios/update.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { againstFloor, type Contest } from './contest.ts'

const reads = [
  againstFloor(readOne, 0.75),
  againstFloor(list, 0.6),
  againstFloor(listFresh, 0.6),
  againstFloor(populated, 0.6),
  againstFloor(populatedFresh, 0.6),
  againstFloor(deepPage, 0.7),
  againstFloor(throughRelationship, 0.7),
]

const writes = [againstFloor(create, 0.55), againstFloor(update, 0.55), againstFloor(mixed, 0.6)]

/** Compares Quire with itself: the cost or gain of a feature. */
const withinQuire: readonly Contest[] = [
  {
    name: 'few-fields',
    aim: 1,
    entrants: [
      { name: 'all 61 fields', server: 'quire', scenario: allFields },
      { name: 'select of 3', server: 'quire', scenario: fewFields },
    ],
  },
  {
    name: 'field-added',
    aim: 0.8,
    entrants: [
      { name: 'written after', server: 'quire', scenario: writtenAfter },
      { name: 'written before', server: 'quire', scenario: writtenBefore },
    ],
  },
]

/** Cost of drafts and versions: none for public reads, and less than a second save for writes. */
const copies: readonly Contest[] = [
  itself('read-live', 0.95, ['without drafts', readOne], ['live copy', readLive]),
  itself('list-live', 0.95, ['without drafts', list], ['live copies', listLive]),
]
const history: readonly Contest[] = [
  itself('save-versioned', 0.7, ['without versions', update], ['with versions', updateVersioned]),
  itself('save-draft', 0.7, ['without drafts', update], ['with drafts', updateDraft]),
  itself('publish', 0.7, ['a save, again and again', updateDraft], ['a save, a publication', saveAndPublish]),
]

function itself(
  name: string,
  aim: number,
  [first, scenario]: readonly [string, Scenario],
  [other, scenarioOfOther]: readonly [string, Scenario],
): Contest {
  return {
    name,
    aim,
    entrants: [
      { name: first, server: 'quire', scenario },
      { name: other, server: 'quire', scenario: scenarioOfOther },
    ],
  }
}

const requestLog: Contest = {
  name: 'request-log',
  aim: 0.95,
  entrants: [
    { name: 'log off', server: 'quire', env: { LOG_LEVEL: 'warn' }, scenario: readOne },
    { name: 'log on', server: 'quire', scenario: readOne },
  ],
}

export const contestsOn: Readonly<Record<DatabaseName, readonly Contest[]>> = {
  sqlite: [...reads, ...writes, ...withinQuire, ...copies, ...history, requestLog],
  postgres: [...reads, ...withinQuire, ...copies, requestLog],
}

const firstPages = (...slugs: string[]) =>
  growth.filter(({ name }) => slugs.includes(name)).map((scenario) => againstFloor(scenario, 0.7))

/** Only with `--growth`, because their documents take minutes to write. */
export const growthOn: Readonly<Record<DatabaseName, readonly Contest[]>> = {
  sqlite: firstPages('events-10k', 'events-100k', 'events-1m'),
  postgres: firstPages('events-10k', 'events-500k'),
}
