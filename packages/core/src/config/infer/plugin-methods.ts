import type { Pagination } from '../../contracts/answer.ts'
import type { PluginApi, PluginMethod } from '../../contracts/plugin-api.ts'
import type { FromSchema } from './json-schema.ts'

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

type InputOf<Method extends PluginMethod> = Method extends { readonly input: infer Schema } ? FromSchema<Schema> : never

type PathArguments<Path extends string> = string extends Path
  ? string[]
  : Path extends `${string}/:${infer Rest}`
    ? [name: string, ...PathArguments<Rest extends `${string}/${infer Behind}` ? `/${Behind}` : ''>]
    : []

type InputArguments<Method extends PluginMethod, Input, Options> = [Input] extends [never]
  ? [options?: Options]
  : Method['method'] extends 'GET' | 'DELETE'
    ? object extends Input
      ? [options?: Readonly<Input> & Options]
      : [options: Readonly<Input> & Options]
    : object extends Input
      ? [body?: Readonly<Input>, options?: Options]
      : [body: Readonly<Input>, options?: Options]
