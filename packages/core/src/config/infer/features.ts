import type { FieldDefinition, FieldDefinitions } from '../../contracts/field.ts'
import type { BlockFields } from './conditional.ts'
import type { VisibleName } from './config.ts'
import type { Joined } from './path.ts'

/** The parts of a configuration that enable features, as far as methods depend on them. */

/** The paths of writable joins. A join belongs to the document, so it may be in groups but not in rows. */
export type WritableJoin<Fields extends FieldDefinitions> = string extends keyof Fields
  ? string
  : {
      [Name in VisibleName<Fields>]: WritableJoinsAt<Fields[Name], Name>
    }[VisibleName<Fields>]

type WritableJoinsAt<Field extends FieldDefinition, Path extends string> =
  Field extends FieldDefinition<infer Type, infer Options>
    ? Type extends 'join'
      ? Options extends { readonly writable: true }
        ? Path
        : never
      : Type extends 'group'
        ? Options extends { readonly fields: infer Fields extends FieldDefinitions }
          ? Joined<Path, WritableJoin<Fields>>
          : never
        : never
    : never

export type LocalizedName<Fields extends FieldDefinitions> = string extends keyof Fields
  ? string
  : {
      [Name in keyof Fields & string]: Fields[Name]['options'] extends { readonly localized: true }
        ? Name
        : [LocalizedInside<Fields[Name]['options']>] extends [never]
          ? never
          : Name
    }[keyof Fields & string]

type LocalizedInside<Options> = Options extends { readonly fields: infer Fields extends FieldDefinitions }
  ? LocalizedName<Fields>
  : Options extends { readonly blocks: infer Blocks extends BlockFields }
    ? { [Block in keyof Blocks]: LocalizedName<Blocks[Block]['fields']> }[keyof Blocks]
    : never

/** The paths of fields that identify a document: unique, not localized, and at most in groups. */
export type UniqueName<Fields extends FieldDefinitions> = string extends keyof Fields
  ? string
  : {
      [Name in VisibleName<Fields>]: UniqueAt<Fields[Name], Name>
    }[VisibleName<Fields>]

type UniqueAt<Field extends FieldDefinition, Path extends string> =
  Field extends FieldDefinition<infer Type, infer Options>
    ? [keyof Options & ('unique' | 'fields')] extends [never]
      ? never
      : Options extends { readonly localized: true }
        ? never
        : Options extends { readonly unique: true }
          ? Path
          : Type extends 'group'
            ? Options extends { readonly fields: infer Fields extends FieldDefinitions }
              ? `${Path}.${UniqueName<Fields>}`
              : never
            : never
    : never
