import type { FieldDefinition, FieldDefinitions } from '../contracts/field.ts'
import type { QuireConfig } from './define-config.ts'

/** The parts of a configuration that types are inferred from. */

export type CollectionSlug<Config extends QuireConfig> = keyof Config['collections'] & string

export type GlobalSlug<Config extends QuireConfig> = keyof NonNullable<Config['globals']> & string

export type LocaleOf<Config extends QuireConfig> = NonNullable<Config['localization']>['locales'][number]

/** The `auth` of a collection; never where it has none. */
export type AuthOf<Config extends QuireConfig, Slug extends CollectionSlug<Config>> = NonNullable<
  Config['collections'][Slug]['auth']
>

/** The collections that have users. */
export type AuthSlug<Config extends QuireConfig> = {
  [Slug in CollectionSlug<Config>]: [AuthOf<Config, Slug>] extends [never] ? never : Slug
}[CollectionSlug<Config>]

/** The address that every user has, beside the fields of the configuration. */
interface AddressField {
  readonly email: FieldDefinition<'email', { readonly required: true; readonly unique: true }>
}

/** A configuration whose slugs are not known may or may not have users anywhere. */
export type HasUsers<Config extends QuireConfig, Slug extends CollectionSlug<Config>> = string extends Slug
  ? false
  : [AuthOf<Config, Slug>] extends [never]
    ? false
    : true

export type CollectionFields<Config extends QuireConfig, Slug extends CollectionSlug<Config>> =
  HasUsers<Config, Slug> extends true
    ? AddressField & Config['collections'][Slug]['fields']
    : Config['collections'][Slug]['fields']

export type GlobalFields<Config extends QuireConfig, Slug extends GlobalSlug<Config>> = NonNullable<
  Config['globals']
>[Slug]['fields']

/** How a call reads and writes: what makes the same field appear in another form. */
export interface CallMode {
  /** With `'all'`, localized fields are objects of locale to value (contract 5). */
  readonly locale?: string
}

/**
 * The same, resolved for a configuration. `locales` are the keys of localized values, and `never` where one locale was chosen or a
 * localized field has been entered: the outermost one decides. Population will add what stands in the place of ids.
 */
export interface Form {
  readonly locales: string
}

export interface PlainForm extends Form {
  readonly locales: never
}

export type FormOf<Config extends QuireConfig, Mode extends CallMode> = Mode extends { readonly locale: 'all' | '*' }
  ? { readonly locales: LocaleOf<Config> }
  : PlainForm

/** The names of the fields that clients see. */
export type VisibleName<Fields extends FieldDefinitions> = {
  [Name in keyof Fields & string]: Fields[Name]['options'] extends { readonly hidden: true } ? never : Name
}[keyof Fields & string]

/** Shows the members of an intersection as one object; `& unknown` makes editors spell them out. */
// oxlint-disable-next-line typescript/no-redundant-type-constituents
export type Flat<Type> = { [Key in keyof Type]: Type[Key] } & unknown
