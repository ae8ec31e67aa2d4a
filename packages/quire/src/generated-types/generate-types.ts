import { applyPlugins, type JsonSchema, type QuireConfig } from '@quirecms/core'
import { describeApplication } from '../describe-application.ts'
import { comment, printSchema, typeName } from './print-schema.ts'
import { printConfig } from './print-config.ts'

const HEAD = `// Made by 'quire generate types'. Don't change it: run the command again when your configuration has changed.
`

/**
 * Types for programs without access to the configuration: schemas of the HTTP API by component name, and the shape of
 * the configuration for the client library.
 */
export async function generateTypes(given: QuireConfig, root: string): Promise<string> {
  const { components } = (await describeApplication(given, root)) as unknown as {
    readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
  }
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema, '')}export type ${typeName(name)} = ${printSchema(schema)}\n`,
  )
  const { config: applied, plugins } = applyPlugins(given)
  const config = `/** For the client library: \`createClient<Application>()\`. */\nexport type Application = ${printConfig(applied, plugins)}\n`
  return [HEAD, ...types, config].join('\n')
}
