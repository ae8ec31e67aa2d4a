import type { Captured } from '../contracts/captured.ts'
import type { BuiltInType, FieldDefinition, FieldType, Typed } from '../contracts/field.ts'

/**
 * Built-in field types are identified by name, also in the output of `quire generate types`; custom types carry their
 * `Typed<Types>`.
 */
type FieldOptionsOf<Name extends string, Given, Types> = Name extends BuiltInType ? Given : Given & Typed<Types>

/**
 * Makes a field's definition and keeps the exact type of its options, because the types of documents are inferred from
 * it. If no option is required, you can leave them all out. That is a separate signature, because with a default type
 * argument, inline functions would lose their types.
 */
export type FieldBuilder<Name extends string, Options, Types = unknown> = object extends Options
  ? {
      (): FieldDefinition<Name, FieldOptionsOf<Name, object, Types>>
      <const Given extends Options>(
        options: Options & Captured<Given>,
      ): FieldDefinition<Name, FieldOptionsOf<Name, NoInfer<Given>, Types>>
    }
  : <const Given extends Options>(
      options: Options & Captured<Given>,
    ) => FieldDefinition<Name, FieldOptionsOf<Name, NoInfer<Given>, Types>>

/**
 * Creates the function that defines fields of a type. It is called twice, like `defineFieldType`.
 *
 * @example
 * export const stars = buildField<StarsOptions>()(starsType)
 */
export function buildField<Options extends object>() {
  return <Name extends string, Types>(type: FieldType<Name, Types>): FieldBuilder<Name, Options, Types> => {
    const build = (options: object = {}): FieldDefinition<Name> => ({ type, options })
    return build as FieldBuilder<Name, Options, Types>
  }
}
