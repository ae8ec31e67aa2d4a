import type { DatabaseName } from '../contenders/index.ts'
import { create } from '../scenarios/create.ts'
import { deepPage } from '../scenarios/deep-page.ts'
import { growth } from '../scenarios/growth.ts'
import { allFields, fewFields, writtenAfter, writtenBefore } from '../scenarios/hundred.ts'
import { list, populated } from '../scenarios/list.ts'
import { readOne } from '../scenarios/read-one.ts'
import { throughRelationship } from '../scenarios/through-relationship.ts'
import { update } from '../scenarios/update.ts'
import { againstFloor, type Contest } from './contest.ts'

const reads = [
  againstFloor(readOne, 0.6),
  againstFloor(list, 0.7),
  againstFloor(populated, 0.7),
  againstFloor(deepPage, 0.7),
  againstFloor(throughRelationship, 0.7),
]

const writes = [againstFloor(create, 0.7), againstFloor(update, 0.7)]

/** Quire against itself: what something costs or saves. */
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

const requestLog: Contest = {
  name: 'request-log',
  aim: 0.95,
  entrants: [
    { name: 'log off', server: 'quire', env: { LOG_LEVEL: 'warn' }, scenario: readOne },
    { name: 'log on', server: 'quire', scenario: readOne },
  ],
}

/** In the order in which they run. */
export const contestsOn: Readonly<Record<DatabaseName, readonly Contest[]>> = {
  sqlite: [...reads, ...writes, ...withinQuire, requestLog],
  postgres: [...reads, ...withinQuire, requestLog],
}

const firstPages = (...slugs: string[]) =>
  growth.filter(({ name }) => slugs.includes(name)).map((scenario) => againstFloor(scenario, 0.7))

/** Only with `--growth`, because their documents take minutes to write. */
export const growthOn: Readonly<Record<DatabaseName, readonly Contest[]>> = {
  sqlite: firstPages('events-10k', 'events-100k', 'events-1m'),
  postgres: firstPages('events-10k', 'events-500k'),
}
