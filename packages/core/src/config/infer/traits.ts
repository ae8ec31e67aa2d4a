import type { FieldDefinitions } from '../../contracts/field.ts'
import type { CollectionTraits } from '../collection.ts'
import type { GlobalTraits } from '../global.ts'

export interface EntityWithFields {
  readonly fields: FieldDefinitions
}

/** Only the options that types depend on, and of these only the given ones: so editors show nothing that is not set. */
export type CollectionTraitsOf<Given extends EntityWithFields> = TraitsAmong<Given, keyof CollectionTraits>

export type GlobalTraitsOf<Given extends EntityWithFields> = TraitsAmong<Given, keyof GlobalTraits>

/** If an option has a wrong type, the compiler reports it there, and only the fields count. */
type TraitsAmong<Given extends EntityWithFields, Name> = {
  readonly [One in keyof Given as One extends Name ? One : never]: Given[One]
} extends infer Traits extends CollectionTraits
  ? Traits
  : Pick<Given, 'fields'>
