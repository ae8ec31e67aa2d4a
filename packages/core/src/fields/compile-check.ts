import type { ValueProblem } from '../contracts/errors.ts'
import type { FieldType } from '../contracts/field.ts'
import type { JsonValue } from '../contracts/json.ts'
import { type CompiledCheck, compileSchema } from './compile-schema.ts'
import { findUnstorable } from '../content/storable.ts'

/**
 * Combines all checks of one value of a field (one element, with `many`): the schema, which is compiled when the first
 * value arrives; what the databases can store; and the type's own check. Null is not a value here: the engine decides
 * whether it is allowed.
 */
export function compileCheck(type: FieldType, options: object): (value: JsonValue) => readonly ValueProblem[] {
  const schema = type.schema(options)
  const expected = type.expected(options)
  let checkSchema: CompiledCheck | undefined
  /** Replaces the message of a failed pattern with the one of the field type, if it has one. */
  const inOwnWords = (problem: ValueProblem, value: JsonValue) =>
    type.check(value, options).find(({ code }) => code === 'pattern') ?? problem
  return (value) => {
    // Check containers first: a cyclic value would make the schema check loop forever.
    const isContainer = typeof value === 'object'
    if (isContainer) {
      const problems = findUnstorable(value)
      if (problems.length > 0) return problems
    }
    checkSchema ??= compileSchema(type.checksItself ? { type: schema['type'] } : schema)
    const problems = checkSchema(value)
    if (problems.length > 0) {
      const own = problems.map((one) => (one.code === 'pattern' && one.path === '' ? inOwnWords(one, value) : one))
      return expected === null ? own : own.map((one) => inWords(one, expected))
    }
    if (!isContainer) {
      const unstorable = findUnstorable(value)
      if (unstorable.length > 0) return unstorable
    }
    return type.check(value, options)
  }
}

/** Rewords the message if the value as a whole has the wrong type. Issues inside of the value stay as they are. */
function inWords(problem: ValueProblem, expected: string): ValueProblem {
  return problem.code === 'type' && problem.path === '' ? { ...problem, message: `Must be ${expected}.` } : problem
}
