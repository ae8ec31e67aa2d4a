import type { FieldDefinition, FieldDefinitions } from '../contracts/field.ts'
import type { QuireConfig } from './define-config.ts'
import type {
  CallMode,
  CollectionFields,
  CollectionSlug,
  Flat,
  Form,
  FormOf,
  GlobalFields,
  GlobalSlug,
  PlainForm,
  VisibleName,
} from './infer-config.ts'
import type { ValueOf } from './infer-value.ts'

/** What every document carries (contract 3). */
export interface SystemFields<Id extends string = string> {
  id: Id
  revision: number
  createdAt: string
  updatedAt: string
}

/**
 * A document as it is read. Fields with a read rule may be absent; hidden ones always are.
 *
 * @example
 * type Post = Doc<typeof config, 'posts'>
 * type Translations = Doc<typeof config, 'posts', { locale: 'all' }>
 */
export type Doc<Config extends QuireConfig, Slug extends CollectionSlug<Config>, Mode extends CallMode = object> = Flat<
  SystemFields & FieldsOutput<CollectionFields<Config, Slug>, FormOf<Config, Mode>>
>

/** A global as it is read; its `id` is its slug. */
export type GlobalDoc<
  Config extends QuireConfig,
  Slug extends GlobalSlug<Config>,
  Mode extends CallMode = object,
> = Flat<SystemFields<Slug> & FieldsOutput<GlobalFields<Config, Slug>, FormOf<Config, Mode>>>

type FieldsOutput<Fields extends FieldDefinitions, To extends Form> = {
  -readonly [Name in Exclude<VisibleName<Fields>, RuledName<Fields>>]: FieldOutput<Fields[Name], To>
} & {
  -readonly [Name in VisibleName<Fields> & RuledName<Fields>]?: FieldOutput<Fields[Name], To>
}

/** A field that may not be read is absent, never null (contract 14). */
type RuledName<Fields extends FieldDefinitions> = {
  [Name in keyof Fields & string]: Fields[Name]['options'] extends { readonly access: infer Access }
    ? 'read' extends keyof Access
      ? Name
      : never
    : never
}[keyof Fields & string]

type FieldOutput<Field extends FieldDefinition, To extends Form> =
  Field extends FieldDefinition<infer Name, infer Options>
    ? [To['locales']] extends [never]
      ? Output<Name, Options, To>
      : Options extends { readonly localized: true }
        ? { [Locale in To['locales']]?: Output<Name, Options, PlainForm> | null }
        : Output<Name, Options, To>
    : never

/** Absent values come as null, lists as [], groups as objects (contract 14, Values). */
type Output<Name extends string, Options, To extends Form> = Name extends 'group'
  ? Options extends { readonly fields: infer Fields extends FieldDefinitions }
    ? Flat<FieldsOutput<Fields, To>>
    : never
  : Name extends 'array'
    ? Options extends { readonly fields: infer Fields extends FieldDefinitions }
      ? Flat<{ id: string } & FieldsOutput<Fields, To>>[]
      : never
    : Name extends 'blocks'
      ? BlockOutput<Options, To>[]
      : Name extends 'virtual'
        ? VirtualOutput<Options>
        : Name extends 'join'
          ? JoinOutput
          : Options extends { readonly many: true }
            ? ValueOf<Name, Options>[]
            : Options extends { readonly required: true }
              ? ValueOf<Name, Options>
              : ValueOf<Name, Options> | null

/** A union over the blocks, told apart by `blockType`. */
type BlockOutput<Options, To extends Form> = Options extends {
  readonly blocks: infer Blocks extends { readonly [block: string]: { readonly fields: FieldDefinitions } }
}
  ? {
      [Block in keyof Blocks & string]: Flat<
        { id: string; blockType: Block } & FieldsOutput<Blocks[Block]['fields'], To>
      >
    }[keyof Blocks & string]
  : never

/** The first documents that point here, and how many there are (contract 10). */
export interface JoinOutput {
  docs: string[]
  totalDocs: number
  hasNextPage: boolean
}

/** What the function returns; nothing returned is null. */
type VirtualOutput<Options> = Options extends { readonly value: (...args: never) => infer Value }
  ? NullForUndefined<Awaited<Value>>
  : never

type NullForUndefined<Value> = Value extends undefined ? null : Value
