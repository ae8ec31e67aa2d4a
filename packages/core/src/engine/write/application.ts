import type { Issue } from '../../contracts/errors.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonValue } from '../../contracts/json.ts'
import type { LocaleChoice, Localization } from '../../contracts/localization.ts'
import type { Call } from '../call.ts'
import { newId } from '../new-id.ts'

/** One laying of input over stored content, and what it found out. */
export interface Application {
  readonly localization: Localization | null
  readonly locale: LocaleChoice | null
  /** False for drafts: what is missing or too little is then no issue (contract 4). */
  readonly complete: boolean
  /** Also looks for what the content underneath lacks: a copy must be as complete as what is written by hand. */
  readonly checksBase: boolean
  readonly newRowId: () => string
  readonly issues: Issue[]
  /** Every written relationship, one by one, so that its target can be looked up. */
  readonly relationships: WrittenValue[]
  /** Every written value of a field with a `validate` of its own, as it was given. */
  readonly validated: WrittenValue[]
}

export interface WrittenValue {
  readonly node: FieldNode
  readonly value: JsonValue
  /** With row indexes. */
  readonly path: string
}

export function startApplication({ runtime, locale }: Call, { checksBase }: { checksBase: boolean }): Application {
  return {
    localization: runtime.manifest.localization,
    locale,
    complete: true,
    checksBase,
    newRowId: () => newId(runtime.clock().getTime()),
    issues: [],
    relationships: [],
    validated: [],
  }
}
