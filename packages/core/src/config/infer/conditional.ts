import type { FieldDefinition, FieldDefinitions } from '../../contracts/field.ts'

/** The options of a field with a `showIf` condition, which is therefore not always required. */
export interface Conditional {
  readonly admin: { readonly showIf: object }
}

export type IsAlwaysRequired<Options> = Options extends { readonly required: true }
  ? Options extends Conditional
    ? false
    : true
  : false

/** The kinds of rows of `blocks`, and of blocks in a rich text. Generated types have only their fields. */
export type BlockFields = { readonly [block: string]: { readonly fields: FieldDefinitions } }

/** The fields inside of a group, array or block. If it has a condition, none of them is always required. */
export type FieldsIn<Holder, Options = Holder> = Holder extends {
  readonly fields: infer Fields extends FieldDefinitions
}
  ? Options extends Conditional
    ? Unrequired<Fields>
    : Fields
  : never

/**
 * The same fields, none of them required, at any depth. Those that Quire itself writes are never missing. A field that
 * has nothing required stays the identical type, whose values the compiler has computed for live copies already.
 */
export type Unrequired<Fields extends FieldDefinitions> = {
  readonly [Name in keyof Fields]: [keyof Fields[Name]['options'] & MayRequire] extends [never]
    ? Fields[Name]
    : Fields[Name] extends FieldDefinition<infer Type, infer Options>
      ? Options extends { readonly maintained: true }
        ? Fields[Name]
        : FieldDefinition<Type, Options & Conditional>
      : never
}

type MayRequire = 'required' | 'fields' | 'blocks'
