import type { Typed } from '../../contracts/field.ts'
import type { JsonValue } from '../../contracts/json.ts'
import type { RichTextDocument } from '../../fields/rich-text-document.ts'

/**
 * The values of the built-in field types that are one JSON value (one element, with `many`). Other types define their
 * own (`Typed`).
 */
interface ValueByType<Options> {
  text: string
  textarea: string
  email: string
  url: string
  slug: string
  code: string
  number: number
  checkbox: boolean
  date: string
  select: SelectValue<Options>
  json: Options extends { readonly typed: infer Value } ? Value : JsonValue
  point: [lng: number, lat: number]
  richText: RichTextDocument<NamedParts<Options>>
  relationship: RelationshipValue<Options>
  upload: string
}

export type ValueOf<Name extends string, Options> = Name extends keyof ValueByType<Options>
  ? ValueByType<Options>[Name]
  : Options extends Typed<{ readonly value: infer Value }>
    ? Value
    : JsonValue

/** The input types of a point in time; a day is a string only. */
export type Instant<Options> = Options extends { readonly only: 'day' } ? string : string | Date

type SelectValue<Options> = Options extends { readonly options: readonly (infer Option)[] }
  ? Option extends { readonly value: infer Value }
    ? Value
    : Option
  : string

/** An id; for a list of targets, a pair whose two members match each other (docs/contract/documents.md#references). */
type RelationshipValue<Options> = Options extends { readonly to: readonly (infer Slug extends string)[] }
  ? Slug extends string
    ? { relationTo: Slug; value: string }
    : never
  : string

/** The collections that a rich text may mention, if its field limits them. */
export type NamedParts<Options> = Options extends { readonly to: readonly (infer Slug extends string)[] }
  ? { readonly to: Slug }
  : Options extends { readonly blocks: object }
    ? { readonly to: string }
    : object
