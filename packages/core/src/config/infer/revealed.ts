import type { FieldDefinition, FieldDefinitions } from '../../contracts/field.ts'
import type { ContentModel } from './content-model.ts'

/**
 * The configuration as `asSystem()` sees it, with hidden fields. If it has none, it stays the identical type, so that
 * functions that take one API also take the other.
 */
export type Revealed<Config extends ContentModel> =
  HasHidden<Config> extends true
    ? Omit<Config, 'collections' | 'globals'> & {
        readonly collections: RevealedEntities<Config['collections']>
        readonly globals: RevealedEntities<NonNullable<Config['globals']>>
      }
    : Config

type RevealedEntities<Entities> = { readonly [Slug in keyof Entities]: RevealedEntity<Entities[Slug]> }

type RevealedEntity<Entity> = Entity extends { readonly fields: infer Fields extends FieldDefinitions }
  ? HiddenIn<Fields> extends true
    ? Omit<Entity, 'fields'> & { readonly fields: RevealedFields<Fields> }
    : Entity
  : Entity

type RevealedFields<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends FieldDefinition<infer Type, infer Options>
    ? FieldDefinition<Type, RevealedOptions<Options>>
    : Fields[Name]
}

/** `hidden: false` is the same as no `hidden`. */
type RevealedOptions<Options> = {
  readonly [Name in keyof Options]: Name extends 'hidden'
    ? false
    : Name extends 'fields'
      ? RevealedFields<Options[Name]>
      : Name extends 'blocks'
        ? { readonly [Block in keyof Options[Name]]: RevealedBlock<Options[Name][Block]> }
        : Options[Name]
}

type RevealedBlock<Block> = Block extends { readonly fields: infer Fields }
  ? { readonly fields: RevealedFields<Fields> }
  : Block

type HasHidden<Config extends ContentModel> = string extends keyof Config['collections']
  ? false
  : true extends HiddenInEntities<Config['collections']> | HiddenInEntities<NonNullable<Config['globals']>>
    ? true
    : false

type HiddenInEntities<Entities> = {
  [Slug in keyof Entities]: Entities[Slug] extends { readonly fields: infer Fields } ? HiddenIn<Fields> : false
}[keyof Entities]

type HiddenIn<Fields> = true extends {
  [Name in keyof Fields]: Fields[Name] extends FieldDefinition<string, infer Options> ? HiddenAt<Options> : false
}[keyof Fields]
  ? true
  : false

type HiddenAt<Options> = Options extends { readonly hidden: true }
  ? true
  : Options extends { readonly fields: infer Fields }
    ? HiddenIn<Fields>
    : Options extends { readonly blocks: infer Blocks }
      ? HiddenInEntities<Blocks>
      : false
