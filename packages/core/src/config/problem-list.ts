import { isObject } from '../content/json-object.ts'
import { notAnOption } from '../fields/nearest-name.ts'
import type { OptionKind } from '../fields/option-kinds.ts'
import { ConfigurationError, type ConfigurationProblem } from './configuration-error.ts'

/** Collects all problems in a configuration, so that they are reported at once. */
export class ProblemList {
  readonly #problems: ConfigurationProblem[] = []

  add(place: string, message: string): void {
    this.#problems.push({ place, message })
  }

  throwIfAny(): void {
    if (this.#problems.length > 0) throw new ConfigurationError(this.#problems)
  }

  /**
   * Checks that each member of an object is of its kind; a member without a kind is unknown. An undefined member counts
   * as absent. Returns the value if it is an object.
   */
  members(
    value: unknown,
    place: string,
    kinds: Readonly<Record<string, OptionKind>>,
    required: readonly string[] = [],
  ): Record<string, unknown> | undefined {
    if (!isObject(value)) {
      this.add(place, 'must be an object')
      return undefined
    }
    for (const [name, member] of Object.entries(value)) {
      const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
      const wrong = kind && member !== undefined ? kind(member) : null
      if (!kind) this.add(join(place, name), notAnOption(name, Object.keys(kinds)))
      else if (wrong !== null) this.add(join(place, name), wrong)
    }
    for (const name of required) if (value[name] === undefined) this.add(join(place, name), 'is missing')
    return value
  }
}

export function join(place: string, name: string): string {
  return place === '' ? name : `${place}.${name}`
}
