import type { FieldDefinition } from '../../contracts/field.ts'

/** The names of a field's options. Checks ask for them first, because most fields have none that may be wrong. */
export type OptionOf<Fields, Name extends keyof Fields> = Fields[Name] extends { readonly options: infer Options }
  ? keyof Options
  : never

/** The result of `FieldAt` for a path that continues in another collection. */
export type Elsewhere = 'elsewhere'

/** The field at a path inside fields: in groups, rows and blocks. `never` if there is none. */
export type FieldAt<Fields, Path> = Path extends keyof Fields
  ? Fields[Path]
  : Path extends `${infer Name}.${infer Rest}`
    ? Name extends keyof Fields
      ? FieldBelow<Fields[Name], Rest>
      : never
    : never

type FieldBelow<Field, Path> =
  Field extends FieldDefinition<string, infer Options>
    ? Options extends { readonly fields: infer Fields }
      ? FieldAt<Fields, Path>
      : Options extends { readonly blocks: infer Blocks }
        ? FieldInBlock<Blocks, Path>
        : Options extends { readonly to: unknown } | { readonly collection: unknown }
          ? Elsewhere
          : never
    : never

type FieldInBlock<Blocks, Path> = Path extends `${infer Block}.${infer Rest}`
  ? Block extends keyof Blocks
    ? Blocks[Block] extends { readonly fields: infer Fields }
      ? FieldAt<Fields, Rest>
      : never
    : never
  : never
