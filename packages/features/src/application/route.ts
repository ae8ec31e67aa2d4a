import type {
  InputOf,
  JsonSchema,
  PluginRouteConfig,
  QuireConfig,
  ResultOf,
  RouteMethod,
  RouteShape,
} from '@quirecms/core/feature'
import type { HandlerArguments, TypedRoute } from './code-types.ts'

interface Shape<Method extends RouteMethod, Path extends string, Input, Output, As> extends RouteShape {
  readonly method: Method
  readonly path: Path
  readonly input: Extract<Input, JsonSchema | undefined>
  readonly output: Extract<Output, JsonSchema | undefined>
  readonly as: Extract<As, RouteShape['as']>
}

interface WrittenRoute<Method extends RouteMethod, Path extends string, Input, Output, As, Config extends QuireConfig>
  extends Omit<PluginRouteConfig, 'method' | 'path' | 'input' | 'output' | 'body' | 'handler'> {
  readonly method: Method
  readonly path: Path
  readonly input?: Input
  readonly output?: Output
  readonly body?: NonNullable<PluginRouteConfig['body']> & { readonly as?: As }
  readonly handler: (
    args: Omit<HandlerArguments<Config>, keyof InputOf<RouteShape>> &
      InputOf<Shape<Method, Path, NoInfer<Input>, NoInfer<Output>, NoInfer<As>>>,
  ) => ResultOf<Shape<Method, Path, NoInfer<Input>, NoInfer<Output>, NoInfer<As>>>
}

export interface DescribedRoute<
  Method extends RouteMethod,
  Path extends string,
  Input,
  Output,
  Config extends QuireConfig,
> extends TypedRoute<Config>,
    Pick<PluginRouteConfig, 'exact'> {
  readonly method: Method
  readonly path: Path
  readonly input?: Extract<Input, JsonSchema>
  readonly output?: Extract<Output, JsonSchema>
}

/**
 * Describes a route of your own. Returns its argument; `path`, `input` and `output` determine the types of `params`,
 * `query`, `body` and the handler's result. Within `withCode`, `local` and `actor` know the application; elsewhere,
 * write `route(…) satisfies TypedRoute`.
 *
 * @example
 * route({ method: 'GET', path: '/hello/:name', handler: ({ params }) => ({ hello: params.name }) })
 */
export function route<
  const Method extends RouteMethod,
  const Path extends string,
  const Input extends JsonSchema | undefined = undefined,
  const Output extends JsonSchema | undefined = undefined,
  const As extends 'json' | 'bytes' = 'json',
  Config extends QuireConfig = never,
>(config: WrittenRoute<Method, Path, Input, Output, As, Config>): DescribedRoute<Method, Path, Input, Output, Config> {
  return config as unknown as DescribedRoute<Method, Path, Input, Output, Config>
}
