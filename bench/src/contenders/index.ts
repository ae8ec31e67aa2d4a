import type { Contender } from './contender.ts'

const FLOOR = 'floor'

/** Loaded by name, in the contender's own process: none of them carries another one's code in its memory. */
const contenders: Readonly<Record<string, () => Promise<Contender>>> = {
  [FLOOR]: async () => (await import('./floor.ts')).floor,
  quire: async () => (await import('./quire.ts')).quire,
  'floor-postgres': async () => (await import('./floor-postgres.ts')).floorPostgres,
  'quire-postgres': async () => (await import('./quire.ts')).quirePostgres,
}

/** Who competes on which database; the first one is what the others are measured against. */
export const contendersOn = {
  sqlite: [FLOOR, 'quire'],
  postgres: ['floor-postgres', 'quire-postgres'],
} as const

export function loadContender(name: string): Promise<Contender> {
  const load = contenders[name]
  if (!load) throw new Error(`there is no contender ${name}`)
  return load()
}
