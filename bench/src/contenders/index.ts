import type { Contender } from './contender.ts'
import { leanFloor } from './lean-floor.ts'
import { leanFloorPostgres } from './lean-floor-postgres.ts'
import { quireStart, quireStartPostgres } from './quire-start.ts'

export const contendersOn = {
  sqlite: { floor: leanFloor, quire: quireStart },
  postgres: { floor: leanFloorPostgres, quire: quireStartPostgres },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Contender>>>>

export type DatabaseName = keyof typeof contendersOn
export type ContenderName = keyof (typeof contendersOn)['sqlite']
