import { compileCheck, type FieldDefinition, type JsonValue } from '@quirecms/core'
import { describe, expect, test } from 'vitest'

/** A value, and the result of its validation. */
export interface ValueScenario {
  readonly name: string
  readonly field: FieldDefinition
  readonly value: unknown
  /** `code path` of each issue, in any order; none for a valid value. The path is relative to the value. */
  readonly issues?: readonly string[]
  /** Stored form of a valid value, if different. */
  readonly storedAs?: JsonValue
}

/** One test for each scenario. An invalid value must have exactly these issues, each with a message. */
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
