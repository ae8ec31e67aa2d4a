import type { FieldDefinition, FieldType } from '../contracts/field.ts'

/** Turns options that the type doesn't have into `never`, so that the compiler reports a misspelt one. */
type Exactly<Given, Options> = { readonly [Name in Exclude<keyof Given, keyof Options>]: never }

/**
 * Makes a field's definition and keeps the exact type of its options, because the types of documents are inferred from
 * it. If no option is required, you can leave them all out. That is a separate signature, because with a default type
 * argument, inline functions would lose their types.
 */
export type FieldBuilder<Name extends string, Options> = object extends Options
  ? {
      (): FieldDefinition<Name, object>
      <const Given extends Options>(options: Given & Exactly<Given, Options>): FieldDefinition<Name, NoInfer<Given>>
    }
  : <const Given extends Options>(options: Given & Exactly<Given, Options>) => FieldDefinition<Name, NoInfer<Given>>

/** Called twice, like `defineFieldType`: `buildField<TextOptions>()(text)`. */
export function buildField<Options extends object>() {
  return <Name extends string>(type: FieldType<Name>): FieldBuilder<Name, Options> => {
    const build = (options: object = {}): FieldDefinition<Name> => ({ type, options })
    return build as FieldBuilder<Name, Options>
  }
}
