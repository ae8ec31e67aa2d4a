import type { FieldDefinition } from '../contracts/field.ts'
import type { FieldOptions } from '../contracts/field-options.ts'
import { equality, OPERATOR_TABLE } from '../contracts/operators.ts'
import { isObject } from '../content/json-object.ts'
import { askedOf } from '../content/show-if.ts'
import { isFieldDefinition } from './is-field-definition.ts'
import type { ProblemList } from './problem-list.ts'

/**
 * Checks that `showIf` only refers to sibling fields that all callers read alike: not hidden, localized or behind a
 * read rule. The condition is public, browsers evaluate it, and whether a field is required would reveal the value of a
 * protected one.
 */
export function checkShowIf(
  field: FieldDefinition,
  siblings: Record<string, unknown>,
  { path, problems }: { readonly path: string; readonly problems: ProblemList },
): void {
  const { admin }: FieldOptions = field.options
  for (const [name, asked] of askedOf(admin?.showIf)) {
    const wrong = wrongSibling(name, asked, Object.hasOwn(siblings, name) ? siblings[name] : undefined, field)
    if (wrong !== null) problems.add(path, `\`admin.showIf\` refers to "${name}", which ${wrong}`)
  }
}

function wrongSibling(name: string, asked: unknown, sibling: unknown, field: FieldDefinition): string | null {
  if (!isFieldDefinition(sibling)) return 'does not exist next to it: add it, or correct the name'
  if (sibling === field) return 'is the field itself: choose another one'
  const options: FieldOptions = sibling.options
  if (options.hidden === true) return 'is hidden: choose a visible field'
  if (options.access?.read) return 'has an access rule for reading: choose a field without one'
  if (options.localized === true)
    return 'is localized, so the condition could hold in only some languages: choose another field'
  if (sibling.type.structure !== 'value') return 'holds no single value: choose a field that does'
  return wrongOption(asked, sibling)
}

/** A select only has values of its options, so a condition with another value would be constant. */
function wrongOption(asked: unknown, { type, options }: FieldDefinition): string | null {
  const allowed = type.schema(options)['enum']
  if (!Array.isArray(allowed) || !isObject(asked)) return null
  const values = equality
    .filter((operator) => OPERATOR_TABLE[operator].takes !== 'presence')
    .flatMap((operator): unknown => asked[operator] ?? [])
  const wrong = values.find((value) => value !== null && !allowed.includes(value))
  return wrong === undefined ? null : `has no option ${JSON.stringify(wrong)}: it has ${allowed.join(', ')}`
}
