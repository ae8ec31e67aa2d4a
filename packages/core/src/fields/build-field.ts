import type { FieldDefinition, FieldType } from '../contracts/field.ts'

/** Options that the type does not have, as `never`: a misspelt option is an error where it is written. */
type Exactly<Given, Options> = { readonly [Name in Exclude<keyof Given, keyof Options>]: never }

/**
 * Makes a field's definition and keeps the exact type of its options, from which documents are inferred. Options may be left out
 * where none is required; that is a signature of its own, since a default type argument would end the typing of inline functions.
 */
export type FieldBuilder<Name extends string, Options> = object extends Options
  ? {
      (): FieldDefinition<Name, object>
      <const Given extends Options>(options: Given & Exactly<Given, Options>): FieldDefinition<Name, NoInfer<Given>>
    }
  : <const Given extends Options>(options: Given & Exactly<Given, Options>) => FieldDefinition<Name, NoInfer<Given>>

/** Called twice, as `defineFieldType` is: `buildField<TextOptions>()(text)`. */
export function buildField<Options extends object>() {
  return <Name extends string>(type: FieldType<Name>): FieldBuilder<Name, Options> => {
    const build = (options: object = {}): FieldDefinition<Name> => ({ type, options })
    return build as FieldBuilder<Name, Options>
  }
}
