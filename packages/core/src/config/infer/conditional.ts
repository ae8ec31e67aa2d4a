import type { FieldDefinition, FieldDefinitions } from '../../contracts/field.ts'

/** The options of a field that is shown only under a condition, and so not always required. */
export interface Conditional {
  readonly admin: { readonly showIf: object }
}

export type IsAlwaysRequired<Options> = Options extends { readonly required: true }
  ? Options extends Conditional
    ? false
    : true
  : false

/** The fields inside of a group, array or block. What is hidden is not required, with everything that it holds. */
export type FieldsIn<Holder, Options = Holder> = Holder extends {
  readonly fields: infer Fields extends FieldDefinitions
}
  ? Options extends Conditional
    ? Unrequired<Fields>
    : Fields
  : never

/** The same fields, of which none is required, at any depth. */
export type Unrequired<Fields extends FieldDefinitions> = {
  readonly [Name in keyof Fields]: Fields[Name] extends FieldDefinition<infer Type, infer Options>
    ? FieldDefinition<Type, Options & Conditional>
    : never
}
