import type { FieldDefinitions } from '../contracts/field.ts'
import type { QuireConfig } from './define-config.ts'

/** The parts of a configuration that types are inferred from. */

export type CollectionSlug<Config extends QuireConfig> = keyof Config['collections'] & string

export type GlobalSlug<Config extends QuireConfig> = keyof NonNullable<Config['globals']> & string

export type LocaleOf<Config extends QuireConfig> = NonNullable<Config['localization']>['locales'][number]

export type CollectionFields<
  Config extends QuireConfig,
  Slug extends CollectionSlug<Config>,
> = Config['collections'][Slug]['fields']

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
