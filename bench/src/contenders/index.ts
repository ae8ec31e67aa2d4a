import type { Contender } from './contender.ts'

/** What all others are measured against. */
export const FLOOR = 'floor'

/** Loaded by name, in the contender's own process: none of them carries another one's code in its memory. */
const contenders: Readonly<Record<string, () => Promise<Contender>>> = {
  [FLOOR]: async () => (await import('./floor.ts')).floor,
  quire: async () => (await import('./quire.ts')).quire,
}

export const contenderNames: readonly string[] = Object.keys(contenders)

export function loadContender(name: string): Promise<Contender> {
  const load = contenders[name]
  if (!load) throw new Error(`there is no contender ${name}`)
  return load()
}
