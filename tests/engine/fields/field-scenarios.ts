import { compileCheck, type FieldDefinition, type JsonValue } from '@quirecms/core'
import { describe, expect, test } from 'vitest'

/** A value, and what the field says to it. */
export interface ValueScenario {
  readonly name: string
  readonly field: FieldDefinition
  readonly value: unknown
  /** `code path`, one for each issue, in any order; nothing for a sound value. The path is that inside the value. */
  readonly issues?: readonly string[]
  /** How a sound value is stored, where not as it is. */
  readonly storedAs?: JsonValue
}

/** One test a scenario. A value that is refused must be refused with exactly these issues, each with words for people. */
export function valueScenarios(title: string, scenarios: readonly ValueScenario[]): void {
  describe(title, () => {
    test.each(scenarios)('$name', ({ field, value, issues = [], storedAs }) => {
      const problems = compileCheck(field.type, field.options)(value as JsonValue)
      expect(problems.map(({ code, path }) => `${code} ${path}`.trim()).toSorted()).toEqual(issues.toSorted())
      for (const { message } of problems) expect(message).toMatch(/^\p{Lu}.*\.$/su)
      if (issues.length === 0) {
        const stored = field.type.normalize(value as JsonValue, field.options)
        expect(stored).toEqual(storedAs ?? value)
        expect(field.type.normalize(stored, field.options)).toEqual(stored)
      }
    })
  })
}
