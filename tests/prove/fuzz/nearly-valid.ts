import type { Random } from '../random.ts'
import { hostileText, hostileValue } from './hostile-values.ts'

/** A valid value with one change: a missing, additional, wrong or duplicate member. */
export function nearlyValid(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) {
    const items: readonly unknown[] = value
    const at = random.below(value.length)
    const die = random.next()
    if (die < 0.5) return items.with(at, nearlyValid(items[at], random))
    return die < 0.8 ? items.toSpliced(at, 1) : [...items, items[at]]
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries: [string, unknown][] = Object.entries(value)
    const die = random.next()
    if (entries.length === 0 || die < 0.2) return { ...value, [hostileText(random).slice(0, 30)]: hostileValue(random) }
    const [name, inner] = random.pick(entries)
    if (die < 0.4) return Object.fromEntries(entries.filter(([other]) => other !== name))
    return { ...value, [name]: die < 0.7 ? nearlyValid(inner, random) : hostileValue(random) }
  }
  return hostileValue(random)
}
