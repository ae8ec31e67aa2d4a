import type { Pagination } from '../../contracts/answer.ts'
import type { FieldDefinition, FieldDefinitions } from '../../contracts/field.ts'
import type { ExtendedRead, PluginApi, PluginEntityApi, PluginMethod } from '../../contracts/plugin-api.ts'
import type { ContentModel } from './content-model.ts'
import type { FromSchema } from './json-schema.ts'

/** The types that plugins add to an application: from their `api`, and from their collections and globals. */

/** The collections and globals of the application, together with those of its plugins. */
export type WithPlugins<Entities, Plugins, Kind extends 'collections' | 'globals'> = [Brought<Plugins, Kind>] extends [
  never,
]
  ? Entities
  : Extract<Entities & Intersected<Brought<Plugins, Kind>>, Entities>

/** Distributes over the plugins. Ignores those whose slugs the compiler doesn't know. */
type Brought<Plugins, Kind extends string> = Plugins extends readonly (infer Plugin)[]
  ? Plugin extends { readonly [One in Kind]: infer Entities }
    ? string extends keyof Entities
      ? never
      : Entities
    : never
  : never

export type BroughtSlug<Plugins, Kind extends 'collections' | 'globals'> =
  Brought<Plugins, Kind> extends infer Entities ? (Entities extends unknown ? keyof Entities : never) : never

/** A union as an intersection: inference from several places of a parameter intersects. */
export type Intersected<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** Distributes over the plugins: what each adds to this collection or global. */
type AddedTo<Config extends ContentModel, Kind extends 'collections' | 'globals', Entity> =
  NonNullable<Config['plugins']> extends readonly (infer Plugin)[]
    ? Plugin extends { readonly api: { readonly [One in Kind]: infer Added extends PluginEntityApi } }
      ? IfEnabled<Added, Entity>
      : never
    : never

type IfEnabled<Added, Entity> = Added extends { readonly option: infer Name extends string }
  ? Entity extends { readonly '~traits'?: infer Traits }
    ? NonNullable<Traits> extends { readonly [One in Name]: infer Value }
      ? [Value] extends [false | undefined]
        ? never
        : Added
      : never
    : never
  : Added

export type AddedToCollection<Config extends ContentModel, Slug extends string> = string extends Slug
  ? never
  : AddedTo<Config, 'collections', Config['collections'][Slug]>

export type AddedToGlobal<Config extends ContentModel, Slug extends string> = string extends Slug
  ? never
  : AddedTo<Config, 'globals', NonNullable<Config['globals']>[Slug]>

/** Fields that only plugins write. */
export type AddedFields<Added> =
  Intersected<FieldsAmong<Added>> extends infer Fields extends FieldDefinitions ? Fields : never

type FieldsAmong<Added> = Added extends { readonly systemFields: infer Fields }
  ? { readonly [Name in keyof Fields]: FieldOfSchema<Fields[Name]> }
  : // Changes nothing in an intersection, unlike `unknown` in a union.
    // oxlint-disable-next-line typescript/no-generated-empty-object-type -- an object without members is what it stands for
    Record<never, never>

type FieldOfSchema<Schema> = FieldDefinition<
  TypeOfSchema<Schema>,
  { readonly maintained: true } & (null extends FromSchema<Schema> ? object : { readonly required: true })
>

type TypeOfSchema<Schema> = Schema extends { readonly format: 'date-time' | 'date' }
  ? 'date'
  : NonNullable<FromSchema<Schema>> extends string
    ? 'text'
    : NonNullable<FromSchema<Schema>> extends number
      ? 'number'
      : NonNullable<FromSchema<Schema>> extends boolean
        ? 'checkbox'
        : 'json'

/** The query parameters that plugins add to a method; `unknown` without any. */
export type AddedParameters<Added, Method extends ExtendedRead> = [Added] extends [never]
  ? unknown
  : Intersected<ParametersAmong<Added, Method>>

type ParametersAmong<Added, Method extends ExtendedRead> = Added extends {
  readonly parameters: { readonly [One in Method]: infer Parameters }
}
  ? { readonly [Name in keyof Parameters]?: FromSchema<Parameters[Name]> }
  : object

/**
 * The methods of a plugin's API, for calls with these options. Arguments: the path parameters, the body, then the
 * options.
 */
export type PluginMethods<Api extends PluginApi, Options extends object> = {
  readonly [Name in keyof Api['methods']]: (
    ...args: [
      ...PathArguments<Api['methods'][Name]['path']>,
      ...InputArguments<Api['methods'][Name], InputOf<Api['methods'][Name]>, Options>,
    ]
  ) => Promise<PluginAnswer<Api['methods'][Name]>>
}

export type PluginAnswer<Method extends PluginMethod> = Method extends { readonly answer: 'list' }
  ? { docs: OutputOf<Method>[]; pagination: Pagination }
  : OutputOf<Method>

type OutputOf<Method extends PluginMethod> = Method extends { readonly output: infer Schema }
  ? FromSchema<Schema>
  : unknown

export type InputOf<Method extends PluginMethod> = Method extends { readonly input: infer Schema }
  ? FromSchema<Schema>
  : never

export type PathArguments<Path extends string> = string extends Path
  ? string[]
  : Path extends `${string}/:${infer Rest}`
    ? [name: string, ...PathArguments<Rest extends `${string}/${infer Behind}` ? `/${Behind}` : ''>]
    : []

export type InputArguments<Method extends PluginMethod, Input, Options> = [Input] extends [never]
  ? [options?: Options]
  : Method['method'] extends 'GET' | 'DELETE'
    ? object extends Input
      ? [options?: Readonly<Input> & Options]
      : [options: Readonly<Input> & Options]
    : object extends Input
      ? [body?: Readonly<Input>, options?: Options]
      : [body: Readonly<Input>, options?: Options]
