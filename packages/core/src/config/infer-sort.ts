import type { FieldDefinition, FieldDefinitions } from '../contracts/field.ts'
import type { QuireConfig } from './define-config.ts'
import type { CollectionFields, CollectionSlug, VisibleName } from './infer-config.ts'
import type { SystemFields } from './infer-document.ts'

/**
 * What a list can be sorted by: a path to one scalar, with `-` for descending (contract 5).
 *
 * @example
 * const sort: SortOf<typeof config, 'posts'>[] = ['-views', 'title']
 */
export type SortOf<Config extends QuireConfig, Slug extends CollectionSlug<Config>> = Directed<
  keyof SystemFields | SortPath<CollectionFields<Config, Slug>, ''>
>

type Directed<Path extends string> = Path | `-${Path}`

type SortPath<Fields extends FieldDefinitions, Prefix extends string> = {
  [Name in VisibleName<Fields>]: SortPathsOf<Fields[Name], `${Prefix}${Name}`>
}[VisibleName<Fields>]

/** Types without one scalar for each document. */
type Unsortable = 'json' | 'point' | 'richText' | 'array' | 'blocks' | 'virtual' | 'join'

type SortPathsOf<Field extends FieldDefinition, Path extends string> =
  Field extends FieldDefinition<infer Type, infer Options>
    ? Type extends Unsortable
      ? never
      : Type extends 'group'
        ? Options extends { readonly fields: infer Fields extends FieldDefinitions }
          ? SortPath<Fields, `${Path}.`>
          : never
        : Options extends { readonly many: true } | { readonly to: readonly string[] }
          ? never
          : Path
    : never
